import type { SessionRecords } from '../../store/sessions.ts'
import type { Pool } from '../database.ts'

export const openSessionRecords = (_pool: Pool): SessionRecords => ({})
