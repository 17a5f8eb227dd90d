import type { CardField } from '../session/checkout-state.ts'
import type { CardAnswer, Setting } from './messages.ts'

/**
 * What the page around the frame asks of any provider's fields. What rejects is told as a connection
 * that broke.
 */
export type CardForm = {
  focus: (field: CardField) => void
  /** The security code, where it is ours to clear. */
  clear: () => void
  validate: (id: number) => Promise<CardAnswer>
  tokenize: (id: number) => Promise<CardAnswer>
  /** Opens the wallet that was pressed. */
  wallet?: (id: number) => Promise<CardAnswer>
  /** For fields that cannot see the tokens of this document, or have to know the amount. */
  adapt?: (setting: Setting) => void
}
