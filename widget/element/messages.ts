import type { PayRequest } from '../../server/contract/buyer.ts'
import type { DeliveryAddress } from '../../server/contract/delivery.ts'
import type { CardField, FieldProblem, KnownCard } from '../session/checkout-state.ts'

/** How the page around the frame looks. `tokens` are the custom properties of the frame's sheet. */
export type Appearance = {
  lang: string
  dir: 'ltr' | 'rtl'
  scheme: 'light' | 'dark'
  tokens: Record<string, string>
}

/**
 * What the frame knows of that page. `option` is the chosen delivery option, whose price the
 * frame knows from its own server.
 */
export type Setting = Appearance & { option: string | undefined }

/** `express`: this frame is for wallets alone, which stand above the form. */
export type Init = Setting & {
  t: 'hc:init'
  v: 1
  session: string
  nonce: string
  express?: true
}

export type Hello = { t: 'hc:hello'; v: 1; nonce: string }

/** `declined`: the number is marked until it changes. Older pages leave it out. */
export type CardOutcome = { declined?: boolean }

/** `fill`: with a test card, which the frame takes from our own page alone. */
export type ToFrame =
  | ({ t: 'theme' } & Setting)
  | { t: 'focus'; field: CardField }
  | ({ t: 'clear' } & CardOutcome)
  | { t: 'fill' }
  | (Question & { id: number })

export type Customer = PayRequest['customer']

/** `customer`: comes with `tokenize`, for the card's bank. Older pages leave it out. */
export type Question = { t: 'validate' | 'tokenize' | 'wallet'; customer?: Customer }

/** What a wallet knows of the buyer, and the delivery option that they have chosen in it. */
export type WalletBuyer = {
  name?: string
  phone?: string
  email?: string
  option?: string
  /** Where a chosen option delivers. */
  address?: DeliveryAddress
}

export type CardAnswer =
  /** `card` is what the buyer knows it by. `buyer` comes from a wallet. */
  | { t: 'token'; id: number; paymentMethod: string; card?: KnownCard; buyer?: WalletBuyer }
  /**
   * `errors` is empty when everything that was asked is valid, or the buyer has closed their
   * wallet.
   */
  | { t: 'invalid'; id: number; errors: FieldProblem[] }
  | { t: 'failed'; id: number; code: 'network' | 'rate_limited' | 'internal' }

/** How the buyer has pressed Pay within the frame: Enter in a card field, or a wallet's button. */
export type FramePress = 'submit' | 'wallet'

/** `fatal`: there will be no card fields. `offer`: there is a wallet to pay with. */
export type FromFrame =
  | CardAnswer
  | { t: 'height'; height: number }
  | { t: FramePress | 'fatal' | 'offer' }
