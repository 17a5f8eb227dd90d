import type { Actor } from '../checkout/audit.ts'

/**
 * A picture as it is kept and served: WebP, nothing in it but the pixels. The same content of the
 * same store has the same id.
 */
export type Picture = { id: string; content: Uint8Array; width: number; height: number }

/**
 * Why a file is no picture of ours. `unknown`: not PNG, JPEG or WebP, whatever its name says;
 * `large`: too many pixels to unpack; `print`: colours for a printing press; `more`: something else
 * follows the picture in the file; `broken`: it cannot be read.
 */
export type PictureRefusal = 'unknown' | 'large' | 'animated' | 'print' | 'more' | 'broken'

type PictureAnswer =
  | { picture: Picture; refusal?: undefined }
  | { picture?: undefined; refusal: PictureRefusal }

export type PictureMaker = {
  /**
   * Reads what somebody sent and makes a picture of it that can be served, its longer side at most
   * `maxSide` pixels.
   *
   * @throws {CheckoutError} busy
   */
  make(sent: Uint8Array, of: { storeId: string; maxSide: number }): Promise<PictureAnswer>
}

/** What is shown instead from now on. */
export type PlacedPicture = { picture: Picture; url: string }

/** `placed`: null takes the picture away. */
export type PictureChange = { slug: string; placed: PlacedPicture | null; actor: Actor }

/**
 * Pictures stay when nothing shows them any more: open sessions and merchants' own pages may refer
 * to them.
 */
export type PictureRecords = {
  /** Anybody may see it who has its address. */
  find(id: string): Promise<Uint8Array | undefined>
  /** False when the store has no such product. */
  setProductPicture(storeId: string, change: PictureChange): Promise<boolean>
}

/** What `Picture.id` looks like. */
export const isPictureId = (text: string) => /^pic_[\w-]{43}$/.test(text)
