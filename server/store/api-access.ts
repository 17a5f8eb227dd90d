export type ApiAccessRecords = Record<never, never>
