import type { CheckoutDeps } from '../checkout/checkout-deps.ts'
import type { FramingContext } from './framing-origins.ts'
import type { PolicySources } from './security-headers.ts'
import type { WidgetAssets } from './widget-assets.ts'

/** What the pages under the payment frame's address work with. */
export type FrameContext = FramingContext & { checkout: CheckoutDeps; assets: WidgetAssets }

/**
 * `parentOrigins`: who may frame this document; the frame's script answers nobody else. `isTest`: its
 * session is one of a test store. `language`: one that we have texts in.
 */
export type FramePage = {
  assets: WidgetAssets
  nonce: string
  parentOrigins: string[]
  isTest: boolean
  language: string
}

/** The document with the card fields, and whom its policy lets through besides our own. */
export type CardFields = { html: string; sources?: PolicySources }
