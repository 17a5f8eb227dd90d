import { isolated } from '../frame/formats.ts'
import type { OrderDetails } from './order-details.ts'

/** The longest note, in characters. */
export const MAX_NOTE = 2000

/** A note that was not taken, and the one that it was to replace. */
export type TypedNote = { note: string; before: string; hint?: string }

/** The note that was typed again, with what somebody else has saved meanwhile. */
export const besideOthers = ({ note: theirs }: OrderDetails, note: string): TypedNote => ({
  note,
  before: theirs ?? '',
  hint: theirs === null ? 'Theirs is empty.' : `Theirs: ${isolated(theirs)}`,
})
