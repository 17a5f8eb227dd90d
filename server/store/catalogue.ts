export type CatalogueRecords = Record<never, never>
