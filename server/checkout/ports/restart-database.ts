import type { Unsaid } from '../stores/seller.ts'
import type { FirstCreation, NewSession } from './session-creation.ts'

/** Who created the expired session, with the present settings of the store. */
export type FirstCreator = {
  keyKind: 'public' | 'secret'
  currency: string
  allowedOrigins: string[]
  missing: Unsaid[]
}

/**
 * `overtaken`: another session has replaced it. `refused`: the store allows none, or no more.
 * `unsure`: it is from before a restore or a promotion, after which the books are not compared yet.
 */
export type Restart = FirstCreation | { type: 'overtaken' | 'refused' | 'unsure' }

/** Sessions that buyers open instead of expired ones. */
export type RestartDatabase = {
  /** The last session in the chain that began with this one; undefined without any. */
  findLast(sessionId: string): Promise<string | undefined>
  /** How many units of its item are for sale. */
  findLeft(sessionId: string): Promise<number>
  /**
   * Opens a session instead of an expired one. One of several calls at the same time succeeds.
   * Nothing is written when `toNewSession` throws.
   */
  restart(sessionId: string, toNewSession: (creator: FirstCreator) => NewSession): Promise<Restart>
}
