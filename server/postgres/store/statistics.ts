import type { StatisticsRecords } from '../../store/statistics.ts'
import type { Pool } from '../database.ts'

export const openStatisticsRecords = (_pool: Pool): StatisticsRecords => ({})
