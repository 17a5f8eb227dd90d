import type { PictureRecords } from '../../store/pictures.ts'
import type { Pool } from '../database.ts'

export const openPictureRecords = (_pool: Pool): PictureRecords => ({})
