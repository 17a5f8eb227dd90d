export type StatisticsRecords = Record<never, never>
