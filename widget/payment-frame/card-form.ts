import type { CardField } from '../session/checkout-state.ts'
import type { CardAnswer, CardOutcome, Customer, Setting } from '../element/messages.ts'

/**
 * What the page around the frame asks of any provider's fields. A rejected promise counts as a
 * broken connection.
 */
export type CardForm = {
  focus: (field: CardField) => void
  /** Clears the security code and marks a declined number, where these are in our own fields. */
  clear: (outcome: CardOutcome) => void
  /** Fills in a card of the test provider, which alone has one. */
  fill?: () => void
  validate: (id: number) => Promise<CardAnswer>
  tokenize: (id: number, customer?: Customer) => Promise<CardAnswer>
  /** Opens the wallet that was pressed. */
  wallet?: (id: number) => Promise<CardAnswer>
  /** For fields that cannot use the custom properties of this document, or need the amount. */
  adapt?: (setting: Setting) => void
}
