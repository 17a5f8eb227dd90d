import type { ApiAccessRecords } from '../../store/api-access.ts'
import type { Pool } from '../database.ts'

export const openApiAccessRecords = (_pool: Pool): ApiAccessRecords => ({})
