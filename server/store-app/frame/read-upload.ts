import type { Request } from 'express'
import { CheckoutError } from '../../checkout/errors.ts'
import type { ReadBody } from './members/store-auth.ts'
import type { MemberVisit, StoreAppContext } from './store-app-context.ts'
import type { PictureRefusal } from '../../pictures/pictures.ts'
import type { PlacedPicture } from '../../checkout/stores/pictures.ts'
import { inputField } from './forms.ts'
import { type Html, html } from '../../web/html.ts'

/** The file of a form. Nothing of it was looked at. */
type Upload =
  | { content: Buffer; isTooLarge?: undefined }
  | { isTooLarge: true; content?: undefined }

/**
 * How many bytes a form may have beside its file: its fields, and what separates its parts. A
 * product's texts come twice, as they were and as they are now.
 */
const FORM_BYTES = 262_144

/**
 * What a part says of itself, and how many parts there are: parsing takes a moment for each. The
 * form of a product has 60, and one for each of its 500 variants that is to be removed.
 */
const MAX_HEADING_BYTES = 2048
const MAX_PARTS = 600

/** Reading a file takes a moment of the processor. No byte is read of a large one too many. */
const RATE = { perSecond: 0.5, burst: 40 }

class UnreadableForm extends Error {
  readonly status: 400 | 413

  constructor(status: 400 | 413, reason: string) {
    super(reason)
    this.status = status
  }
}

const uploads = new WeakMap<Request, Upload>()

/** Undefined when none was chosen. */
export const uploadOf = (request: Request) => uploads.get(request)

async function takeUpload({ checkout }: StoreAppContext, storeId: string) {
  const { allowed, retryAfterSeconds } = await checkout.cache.limiter.take(
    `uploads:${storeId}`,
    RATE,
  )
  if (!allowed)
    throw new CheckoutError('rate_limited', 'Too many files at once.', { retryAfterSeconds })
}

/**
 * All in memory: the fields are in `request.body`, the file is what `uploadOf` returns. The fields
 * before a file that is too large are read, so that a page can show them again.
 */
export const readUpload =
  (app: StoreAppContext, { name, maxBytes }: { name: string; maxBytes: number }): ReadBody =>
  async ({ store }, request) => {
    const isSmall = Number(request.headers['content-length'] ?? Infinity) <= FORM_BYTES
    if (!isSmall) await takeUpload(app, store.id)
    const { form, isCut } = await parseForm(request, maxBytes + FORM_BYTES)
    const file = form.get(name)
    const isFile = file instanceof File && (file.name !== '' || file.size > 0)
    if (isCut && !isFile) throw new UnreadableForm(413, 'the fields are too large')
    if (isFile) {
      if (isSmall) await takeUpload(app, store.id)
      const isTooLarge = isCut || file.size > maxBytes
      uploads.set(
        request,
        isTooLarge ? { isTooLarge } : { content: Buffer.from(await file.arrayBuffer()) },
      )
    }
    request.body = fieldsOf(form)
  }

/** A repeated field counts as missing. No text of the record holds U+0000. */
function fieldsOf(form: FormData) {
  const fields = [...Map.groupBy(form, ([key]) => key)].map(
    ([key, [first, second]]) => [key, second ? undefined : first?.[1]] as const,
  )
  if (fields.flat().some((text) => typeof text === 'string' && text.includes('\0')))
    throw new UnreadableForm(400, 'U+0000 in a form')
  return Object.fromEntries(fields)
}

/** `isCut`: it was longer, and the rest is thrown away as it comes. */
async function readStart(request: Request, limit: number) {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      if (length <= limit) chunks.push(chunk)
      length += chunk.length
    }
  } catch {
    throw new UnreadableForm(400, 'the form did not come to its end')
  }
  return { bytes: Buffer.concat(chunks).subarray(0, limit), isCut: length > limit }
}

async function parseForm(request: Request, limit: number) {
  const type = request.headers['content-type'] ?? ''
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)/i.exec(type)?.[1]
  if (boundary === undefined || request.headers['content-encoding'] !== undefined)
    throw new UnreadableForm(400, 'not a form with a file')
  const { bytes, isCut } = await readStart(request, limit)
  assertFewParts(bytes, boundary)
  const whole = isCut ? Buffer.concat([bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]) : bytes
  try {
    const read = new Response(new Uint8Array(whole), { headers: { 'content-type': type } })
    return { form: await read.formData(), isCut }
  } catch (error) {
    throw error instanceof TypeError ? new UnreadableForm(400, error.message) : error
  }
}

/** Before it is parsed: between two boundaries a short heading has its end. */
function assertFewParts(bytes: Buffer, boundary: string) {
  const separator = `--${boundary}`
  let parts = 0
  for (let at = bytes.indexOf(separator); at >= 0; at = bytes.indexOf(separator, at)) {
    at += separator.length
    const end = bytes.indexOf('\r\n\r\n', at)
    parts += 1
    if (
      parts > MAX_PARTS ||
      end > at + MAX_HEADING_BYTES ||
      (end < 0 && bytes.length > at + MAX_HEADING_BYTES)
    )
      throw new UnreadableForm(400, 'too many parts, or a part with a long heading')
  }
}

const FIELD = 'picture'
const MAX_BYTES = 2 * 1024 * 1024

const REFUSALS: Record<PictureRefusal, string> = {
  unknown: 'Choose a PNG, JPEG or WebP picture: this file is none of them.',
  large: 'Choose a picture with fewer pixels: at most 8000 a side, and 16 million together.',
  animated: 'Choose a picture that does not move.',
  print: 'This picture is for a printing press (CMYK): save it for screens (RGB).',
  more: 'This file holds more than a picture: open it, save the picture as a new file and choose that one.',
  broken: 'This picture cannot be read: the file may be damaged or cut off.',
}

export const readPicture = (app: StoreAppContext) =>
  readUpload(app, { name: FIELD, maxBytes: MAX_BYTES })

type PictureField = { label: string; hint: string; error?: string | undefined; attributes?: Html }

export const pictureField = ({ label, hint, error, attributes }: PictureField) =>
  inputField({
    name: FIELD,
    label,
    error,
    hint: `PNG, JPEG or WebP, at most 2 MB. ${hint}`,
    attributes: html`type="file" accept="image/png,image/jpeg,image/webp" ${attributes}`,
  })

export const tooLarge = (limit: string) =>
  `That file is larger than ${limit}: choose a smaller one.`

type UploadResult =
  | { placed?: PlacedPicture; problem?: undefined }
  | { placed?: undefined; problem: string }

/**
 * The picture that came with the form, ready to be shown, or the sentence that says why not; none
 * of them when no picture was chosen.
 */
export async function takePicture(
  { app, request, viewer }: MemberVisit,
  maxSide: number,
): Promise<UploadResult> {
  const upload = uploadOf(request)
  if (!upload) return {}
  if (upload.isTooLarge) return { problem: tooLarge('2 MB') }
  const size = { storeId: viewer.store.id, maxSide }
  const { picture, refusal } = await app.pictures.make(upload.content, size)
  return picture
    ? { placed: { picture, url: `${app.urls.baseUrl}/pictures/${picture.id}.webp` } }
    : { problem: REFUSALS[refusal] }
}
