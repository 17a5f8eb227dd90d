import type { formEn, outcomeEn, resultEn } from './en.ts'
import type { frameEn, frameLabelsEn } from './frame-en.ts'
import type { pageEn } from './page-en.ts'
import type { stripeEn } from './stripe-en.ts'

type TextsLike<English> = { readonly [Key in keyof English]: string }

export type FrameTexts = TextsLike<typeof frameEn>
export type FrameLabels = TextsLike<typeof frameLabelsEn>
export type StripeTexts = TextsLike<typeof stripeEn>

/** Those of the checkout, by when they are said. */
export type Texts = {
  form: TextsLike<typeof formEn>
  outcome: TextsLike<typeof outcomeEn>
  result: TextsLike<typeof resultEn>
}

/** Every text of one language: a key that English has and this one lacks does not compile. */
export type Language = Texts & {
  /** What its own speakers call it. */
  name: string
  page: TextsLike<typeof pageEn>
  card: FrameTexts
  cardLabels: FrameLabels
  stripe: StripeTexts
}
