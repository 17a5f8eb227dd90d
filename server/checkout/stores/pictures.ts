/** A picture as stored: WebP with only pixels. Equal content of a store has the same id. */
export type Picture = { id: string; content: Uint8Array; width: number; height: number }

export type PlacedPicture = { picture: Picture; url: string }
