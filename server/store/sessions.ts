export type SessionRecords = Record<never, never>
