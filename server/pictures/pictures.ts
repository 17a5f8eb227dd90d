import type { Actor } from '../checkout/stores/audit.ts'

/** A picture as stored: WebP with only pixels. Equal content of a store has the same id. */
export type Picture = { id: string; content: Uint8Array; width: number; height: number }

/**
 * Why a file is refused. `unknown`: not PNG, JPEG or WebP, whatever its name. `large`: too many
 * pixels to unpack. `print`: colours for a printing press. `more`: something follows the picture.
 * `broken`: unreadable.
 */
export type PictureRefusal = 'unknown' | 'large' | 'animated' | 'print' | 'more' | 'broken'

type PictureAnswer =
  | { picture: Picture; refusal?: undefined }
  | { picture?: undefined; refusal: PictureRefusal }

export type PictureMaker = {
  /** `maxSide`: the longer side in pixels, at most. @throws {CheckoutError} busy */
  make(sent: Uint8Array, of: { storeId: string; maxSide: number }): Promise<PictureAnswer>
}

export type PlacedPicture = { picture: Picture; url: string }

/** `placed`: null removes the picture. */
export type PictureChange = { slug: string; placed: PlacedPicture | null; actor: Actor }

export const isPictureId = (text: string) => /^pic_[\w-]{43}$/.test(text)
