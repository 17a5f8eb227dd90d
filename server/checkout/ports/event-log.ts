import type { EventType } from '../../contract/events.ts'

/** Something that has happened in a store. It announces, it proves nothing, and names no buyer. */
export type StoreEvent = {
  /** `evt_…`: the same whoever is told, and however often. */
  id: string
  type: EventType
  createdAt: Date
  sessionId: string
  orderNumber: string | null
  /** The session in whose place a buyer has opened this one. */
  restartedFrom: string | null
}

export type EventsQuery = {
  /**
   * The cursor of the read before; undefined: from the oldest event that is kept; `now`: from the
   * end on.
   */
  after?: string | undefined
  /** Default: all types. */
  types?: readonly EventType[] | undefined
  /** 1 or more. */
  limit: number
}

/** `nextCursor`: what to ask with next, also when there was nothing new. */
export type EventsRead = { data: StoreEvent[]; nextCursor: string }

/** What happened in each store, in the order in which it was committed. */
export type EventLog = {
  /**
   * Whoever always goes on with the cursor of the read before gets every event of the store once; more
   * than once only after the database was restored or a standby was promoted, with the same ids.
   * Undefined when the cursor is none of ours.
   */
  readEvents(storeId: string, query: EventsQuery): Promise<EventsRead | undefined>
}
