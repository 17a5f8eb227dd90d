import type { Seller } from '../../contract/seller.ts'

/** How a store's hosted page looks. `accent`: `#rrggbb`, or null for ours. The others: pixels. */
export type Branding = { accent: string | null; radius: number; fontSize: number }

/** The look of a store that has chosen none. */
export const OUR_LOOK: Branding = { accent: null, radius: 10, fontSize: 16 }

export const BRANDING_WORDS = {
  accent: 'Accent color',
  radius: 'Corners',
  fontSize: 'Size of text',
}

/** The changed fields with both values, for the audit log. */
export const brandingChanges = (before: Branding | null, after: Branding | null) =>
  changesOf(before ?? OUR_LOOK, after ?? OUR_LOOK)

const changesOf = (before: Branding, after: Branding) =>
  Object.fromEntries(
    (['accent', 'radius', 'fontSize'] as const)
      .filter((field) => before[field] !== after[field])
      .map((field) => [field, { from: before[field], to: after[field] }]),
  )

export const RADII = [0, 4, 10, 16, 24]
export const FONT_SIZES = [14, 15, 16, 17, 18, 20]

/** What a preview can show. `dark`: as for a buyer whose browser asks for dark pages. */
export const PREVIEW_STATES = ['form', 'declined', 'expired', 'sold_out', 'receipt'] as const
export const PREVIEW_SCHEMES = ['light', 'dark'] as const

/** A store's hosted page with a sample purchase. `language`: BCP 47. `currency`: ISO 4217. */
export type Preview = {
  store: {
    name: string
    isTest: boolean
    logoUrl: string | null
    contactEmail: string | null
    contactPhone: string | null
    seller: Seller | null
  }
  language: string
  currency: string
  branding: Branding | null
  state: (typeof PREVIEW_STATES)[number]
  scheme: (typeof PREVIEW_SCHEMES)[number]
}
