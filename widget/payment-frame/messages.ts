import type { CardField, FieldProblem } from '../checkout-state.ts'

/** What the frame is told about the page around it. `tokens` are the merchant's `--hc-*` values. */
export type Appearance = { lang: string; dir: 'ltr' | 'rtl'; scheme: 'light' | 'dark'; tokens: Record<string, string> }

export type Init = Appearance & { t: 'hc:init'; v: 1; session: string; nonce: string }

export type Hello = { t: 'hc:hello'; v: 1; nonce: string }

export type ToFrame =
  | ({ t: 'theme' } & Appearance)
  | { t: 'focus'; field: CardField }
  | { t: 'clear'; what: 'cvc' | 'all' }
  | { t: 'validate' | 'tokenize'; id: number }

export type Card = { paymentMethod: string; brand: string; last4: string }

export type CardAnswer =
  | ({ t: 'token'; id: number } & Card)
  /** `errors` is empty when everything asked for is valid. */
  | { t: 'invalid'; id: number; errors: FieldProblem[] }
  | { t: 'failed'; id: number; code: 'network' | 'rate_limited' | 'internal' }

export type FromFrame = CardAnswer | { t: 'ready' | 'height'; height: number } | { t: 'submit' }
