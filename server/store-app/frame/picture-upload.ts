import type { Request } from 'express'
import type { PictureRefusal, PlacedPicture } from '../../pictures/pictures.ts'
import { inputField } from './forms.ts'
import { html } from './html.ts'
import { readUpload, uploadOf, whenNotRead } from './read-upload.ts'
import type { StoreAppContext } from './store-app-context.ts'

const FIELD = 'picture'
const MAX_BYTES = 2 * 1024 * 1024

const REFUSALS: Record<PictureRefusal, string> = {
  unknown: 'Choose a PNG, JPEG or WebP picture: this file is none of them.',
  large: 'Choose a picture with fewer pixels: at most 8000 a side, and 16 million together.',
  animated: 'Choose a picture that does not move.',
  print: 'This picture has the colours of a printing press (CMYK): save it with RGB colours.',
  more: 'This file holds more than a picture: open it, save the picture as a new file and choose that one.',
  broken: 'This picture cannot be read: the file may be damaged or cut off.',
}

export const readPicture = (app: StoreAppContext) =>
  readUpload(app, { name: FIELD, maxBytes: MAX_BYTES })

/** Where a picture is chosen, in a form of `multipart/form-data`. */
export const pictureField = ({
  label,
  hint,
  error,
}: {
  label: string
  hint: string
  error?: string | undefined
}) =>
  inputField({
    name: FIELD,
    label,
    error,
    hint: `PNG, JPEG or WebP, at most 2 MB. ${hint}`,
    attributes: html`type="file" accept="image/png,image/jpeg,image/webp" required`,
  })

type Taken =
  | { placed: PlacedPicture; problem?: undefined }
  | { placed?: undefined; problem: string }

/** The picture that came with the form, ready to be shown, or the sentence that says why not. */
export async function takePicture(
  { pictures, urls }: StoreAppContext,
  request: Request,
  { storeId, maxSide }: { storeId: string; maxSide: number },
): Promise<Taken> {
  const upload = uploadOf(request)
  if (!upload) return { problem: 'Choose a picture first.' }
  const { picture, refusal } = await pictures.make(upload.content, { storeId, maxSide })
  return picture
    ? { placed: { picture, url: `${urls.baseUrl}/pictures/${picture.id}.webp` } }
    : { problem: REFUSALS[refusal] }
}

/** Says of a file that was too large on the page that it was chosen on. */
export const explainUnread = (app: StoreAppContext, toPage: (request: Request) => string) =>
  whenNotRead(app, { limit: '2 MB', toPage })
