import type { Unsaid } from '../seller.ts'
import type { FirstCreation, NewSession } from './session-creation.ts'

/** Who has created the session that is over, as their store is now. */
export type FirstCreator = {
  keyKind: 'public' | 'secret'
  currency: string
  allowedOrigins: string[]
  missing: Unsaid[]
}

/**
 * `overtaken`: another session is in its place already; `refused`: the store does not want one
 * there, or not any more.
 */
export type Restart = FirstCreation | { type: 'overtaken' | 'refused' }

/** Sessions that buyers open in the place of others. */
export type RestartDatabase = {
  /** The last of those that have come one after the other from this one; undefined without any. */
  findLast(sessionId: string): Promise<string | undefined>
  /** How many units of its item are for sale. */
  findLeft(sessionId: string): Promise<number>
  /**
   * Opens one in the place of a session that has expired. Of twins that do so at the same time one
   * succeeds. Nothing is written when `toNewSession` throws.
   */
  restart(sessionId: string, toNewSession: (creator: FirstCreator) => NewSession): Promise<Restart>
}
