import type { CatalogueRecords } from '../../store/catalogue.ts'
import type { Pool } from '../database.ts'

export const openCatalogueRecords = (_pool: Pool): CatalogueRecords => ({})
