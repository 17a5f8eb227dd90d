import type { EventType } from '../../contract/events.ts'

/** Something that happened in a store. It proves nothing and names no buyer. */
export type StoreEvent = {
  /** `evt_…`: the same for every reader and every delivery. */
  id: string
  type: EventType
  createdAt: Date
  sessionId: string
  orderNumber: string | null
  /** The session that a buyer has replaced by this one. */
  restartedFrom: string | null
}

export type EventsQuery = {
  /**
   * Cursor of the last read. `now`: from the end on. (Default: from the oldest event that is kept.)
   */
  after?: string | undefined
  /** (Default: all types.) */
  types?: readonly EventType[] | undefined
  /** At least 1. */
  limit: number
}

/** `nextCursor`: for the next read, also when there was nothing new. */
export type EventsRead = { data: StoreEvent[]; nextCursor: string }

/** What happened in each store, in the order of the commits. */
export type EventLog = {
  /**
   * A reader that always goes on with the last cursor gets every event once. After a restore or a
   * promotion of a standby some come again, with the same ids. Undefined for an unknown cursor.
   */
  readEvents(storeId: string, query: EventsQuery): Promise<EventsRead | undefined>
}
