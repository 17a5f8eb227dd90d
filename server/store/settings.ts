export type SettingsRecords = Record<never, never>
