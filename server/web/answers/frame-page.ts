import type { CheckoutDeps } from '../../checkout/checkout-deps.ts'
import type { FramingContext } from './framing-origins.ts'
import type { PolicySources } from './security-headers.ts'
import type { WidgetAssets } from './widget-assets.ts'

export type FrameContext = FramingContext & { checkout: CheckoutDeps; assets: WidgetAssets }

/**
 * `parentOrigins`: who may frame this document; its script answers no other page. `isTest`: the
 * session is a test store's. `language`: one that we have texts in.
 */
export type FramePage = {
  assets: WidgetAssets
  nonce: string
  parentOrigins: string[]
  isTest: boolean
  language: string
}

/** A session's document with the card fields, and the provider's sources for its policy. */
export type RenderCardFields = (
  context: FrameContext,
  page: FramePage & { sessionId: string },
) => Promise<{ html: string; sources?: PolicySources }>
