export type PictureRecords = Record<never, never>
