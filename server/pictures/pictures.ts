import type { Picture } from '../checkout/stores/pictures.ts'

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

export const isPictureId = (text: string) => /^pic_[\w-]{43}$/.test(text)
