import type { SettingsRecords } from '../../store/settings.ts'
import type { Pool } from '../database.ts'

export const openSettingsRecords = (_pool: Pool): SettingsRecords => ({})
