import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  Router,
} from 'express'
import { redirectWith } from './notices.ts'
import type { MemberVisit, StoreAppContext, Viewer } from './store-app-context.ts'
import type { PictureRefusal, PlacedPicture } from '../../pictures/pictures.ts'
import { inputField } from './forms.ts'
import { html } from '../../web/html.ts'

/** The file of a form; `fileName` is what the browser calls it. Nothing of it was looked at. */
export type Upload = { fileName: string; content: Buffer }

/** How many bytes a form may have beside its file: its fields, and what separates its parts. */
const FORM_BYTES = 65_536

/** What a part says of itself, and how many parts there are: parsing takes a moment for each. */
const MAX_HEADING_BYTES = 2048
const MAX_PARTS = 32

/** Reading a file takes a moment of the processor. No byte is read of one too many. */
const RATE = { perSecond: 0.5, burst: 40 }

class UnreadableForm extends Error {
  readonly status: 400 | 413 | 429

  constructor(status: 400 | 413 | 429, reason: string) {
    super(reason)
    this.status = status
  }
}

const uploads = new WeakMap<Request, Upload>()

/** Undefined when none was chosen. */
export const uploadOf = (request: Request) => uploads.get(request)

/** All in memory: the fields are in `request.body`, the file is what `uploadOf` returns. */
export function readUpload(
  app: StoreAppContext,
  { name, maxBytes }: { name: string; maxBytes: number },
): (viewer: Viewer) => RequestHandler {
  const read = Router().use(
    express.raw({ type: 'multipart/form-data', limit: maxBytes + FORM_BYTES, inflate: false }),
    async (request, _response, next) => {
      const form = await parseForm(request)
      const file = form.get(name)
      if (file instanceof File && (file.name !== '' || file.size > 0)) {
        if (file.size > maxBytes) throw new UnreadableForm(413, 'the file is too large')
        uploads.set(request, {
          fileName: file.name,
          content: Buffer.from(await file.arrayBuffer()),
        })
      }
      const fields = Map.groupBy(form, ([key]) => key)
      request.body = Object.fromEntries(
        [...fields].map(([key, [first, second]]) => [key, second ? undefined : first?.[1]]),
      )
      next()
    },
  )
  return ({ store }) =>
    async (request, response, next) => {
      const { allowed } = await app.checkout.cache.limiter.take(`uploads:${store.id}`, RATE)
      if (!allowed) return next(new UnreadableForm(429, 'too many files'))
      return read(request, response, next)
    }
}

async function parseForm({ body, headers }: Request) {
  const bytes: unknown = body
  if (!(bytes instanceof Buffer)) throw new UnreadableForm(400, 'not a form with a file')
  assertFewParts(bytes, headers['content-type'] ?? '')
  try {
    return await new Response(new Uint8Array(bytes), {
      headers: { 'content-type': headers['content-type'] ?? '' },
    }).formData()
  } catch (error) {
    throw error instanceof TypeError ? new UnreadableForm(400, error.message) : error
  }
}

/** Before it is parsed: between two boundaries a short heading has its end. */
function assertFewParts(bytes: Buffer, contentType: string) {
  const boundary = /boundary="?([^";]+)/i.exec(contentType)?.[1]
  if (boundary === undefined) throw new UnreadableForm(400, 'a form without a boundary')
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

/** A file too large, or one too many, is not even read: says so on the page that it was chosen on. */
export const whenNotRead =
  (
    app: StoreAppContext,
    { limit, toPage }: { limit: string; toPage: (request: Request) => string },
  ): ErrorRequestHandler =>
  async (error: unknown, request, response, next) => {
    const status = error instanceof Error && 'status' in error ? error.status : undefined
    if (status !== 413 && status !== 429) return next(error)
    const text =
      status === 413
        ? `That file is larger than ${limit}: choose a smaller one.`
        : 'Too many files at once: wait a minute and try again.'
    return redirectWith({ app, response }, toPage(request), { kind: 'danger', text })
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

type PictureField = { label: string; hint: string; error?: string | undefined }

export const pictureField = ({ label, hint, error }: PictureField) =>
  inputField({
    name: FIELD,
    label,
    error,
    hint: `PNG, JPEG or WebP, at most 2 MB. ${hint}`,
    attributes: html`type="file" accept="image/png,image/jpeg,image/webp" required`,
  })

type UploadResult =
  | { placed: PlacedPicture; problem?: undefined }
  | { placed?: undefined; problem: string }

/** The picture that came with the form, ready to be shown, or the sentence that says why not. */
export async function takePicture(
  { app, request, viewer }: MemberVisit,
  maxSide: number,
): Promise<UploadResult> {
  const upload = uploadOf(request)
  if (!upload) return { problem: 'Choose a picture first.' }
  const size = { storeId: viewer.store.id, maxSide }
  const { picture, refusal } = await app.pictures.make(upload.content, size)
  return picture
    ? { placed: { picture, url: `${app.urls.baseUrl}/pictures/${picture.id}.webp` } }
    : { problem: REFUSALS[refusal] }
}

/** Says of a file that was too large on the page that it was chosen on. */
export const explainUnread = (app: StoreAppContext, toPage: (request: Request) => string) =>
  whenNotRead(app, { limit: '2 MB', toPage })
