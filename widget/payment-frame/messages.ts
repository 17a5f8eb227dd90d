import type { CardField, FieldProblem, KnownCard } from '../session/checkout-state.ts'

/** How the page around the frame looks. `tokens` are the custom properties its sheet uses. */
export type Appearance = {
  lang: string
  dir: 'ltr' | 'rtl'
  scheme: 'light' | 'dark'
  tokens: Record<string, string>
}

/**
 * What the frame is told about that page. `option`: the chosen delivery option; what it costs the
 * frame knows from its own server.
 */
export type Setting = Appearance & { option: string | undefined }

/** `wallets`: that page hears of presses on them; a script from before they were there does not. */
export type Init = Setting & {
  t: 'hc:init'
  v: 1
  session: string
  nonce: string
  wallets?: true
}

export type Hello = { t: 'hc:hello'; v: 1; nonce: string }

export type ToFrame =
  | ({ t: 'theme' } & Setting)
  | { t: 'focus'; field: CardField }
  | { t: 'clear' }
  | { t: 'validate' | 'tokenize' | 'wallet'; id: number }

export type CardAnswer =
  /** `card`: what the buyer knows it by. */
  | { t: 'token'; id: number; paymentMethod: string; card?: KnownCard }
  /**
   * `errors` is empty when everything asked for is valid, and when the buyer has closed their wallet.
   */
  | { t: 'invalid'; id: number; errors: FieldProblem[] }
  | { t: 'failed'; id: number; code: 'network' | 'rate_limited' | 'internal' }

/** How the buyer has pressed Pay within the frame: Enter in a card field, or a wallet's button. */
export type FramePress = 'submit' | 'wallet'

/** `fatal`: there will be no card fields. */
export type FromFrame = CardAnswer | { t: 'height'; height: number } | { t: FramePress | 'fatal' }
