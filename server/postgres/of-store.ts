import { fragment, piece } from './database.ts'

/**
 * In this store, for what another column finds: a slug, an order's number, an id. To PostgreSQL a
 * store seems to have a few rows, so its other indexes that begin with the store seem as good, and
 * one with a million rows reads them all. With the collation those do not fit.
 */
export const ofStore = (column: string, storeId: string) =>
  piece`${fragment(column)} collate "C" = ${storeId}`
