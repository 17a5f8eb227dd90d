import type { formEn, outcomeEn, resultEn } from './en.ts'
import type { frameEn, frameLabelsEn } from './frame-en.ts'
import type { mailEn } from './mail-en.ts'
import type { pageEn } from './page-en.ts'
import type { stripeEn } from './stripe-en.ts'
import type { withdrawalEn } from './withdrawal-en.ts'

type TextsLike<English> = { readonly [Key in keyof English]: string }

export type FrameTexts = TextsLike<typeof frameEn>
export type FrameLabels = TextsLike<typeof frameLabelsEn>
export type StripeTexts = TextsLike<typeof stripeEn>

/** The texts of the checkout, by when they are said. */
export type Texts = {
  form: TextsLike<typeof formEn>
  outcome: TextsLike<typeof outcomeEn>
  result: TextsLike<typeof resultEn>
}

/** Every text of one language. A language that lacks a key of the English one does not compile. */
export type Language = Texts & {
  /** The name of the language in that language. */
  name: string
  page: TextsLike<typeof pageEn>
  mail: TextsLike<typeof mailEn>
  withdrawal: TextsLike<typeof withdrawalEn>
  card: FrameTexts
  cardLabels: FrameLabels
  stripe: StripeTexts
}
