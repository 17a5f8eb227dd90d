import { hash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { NOTICE_NAME, UNION_LANGUAGES } from '../checkout/stores/guarantee-notice.ts'
import { isPng, readPng } from '../pictures/png.ts'
import { isWebp, readWebp } from '../pictures/webp.ts'
import { toServedFile } from '../web/answers/served-files.ts'

/** More would keep phones waiting. */
const MAX_BYTES = 2 * 1024 ** 2

const toText = (bytes: Uint8Array) => new TextDecoder('utf-8', { fatal: true }).decode(bytes)

/** Behind what may come before it, the first tag of an SVG. */
const SVG =
  /^(?:\s|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>[]*(?:\[.*?\]\s*)?>)*<svg\s(?=[^>]*xmlns)[^>]*>/s
const VIEW = /\sviewBox=["']\s*[\d.-]+[\s,]+[\d.-]+[\s,]+([\d.]+)[\s,]+([\d.]+)/
const WIDTH_AND_HEIGHT = /(?=.*\swidth=["']([\d.]+))(?=.*\sheight=["']([\d.]+))/s

/** What browsers take for an SVG that says nothing of its size. */
const UNSAID = [undefined, 300, 150] as const

/** An SVG has fractions. Hundredths are near enough that nothing moves when the picture comes. */
function readSvg(bytes: Uint8Array) {
  const [tag] = SVG.exec(toText(bytes)) ?? []
  if (tag === undefined) return false
  const [, width, height] = VIEW.exec(tag) ?? WIDTH_AND_HEIGHT.exec(tag) ?? UNSAID
  return { width: Math.round(100 * Number(width)), height: Math.round(100 * Number(height)) }
}

/** None of a PDF. */
type Size = { width?: number; height?: number }

const READERS: Record<string, (bytes: Uint8Array) => Required<Size> | false> = {
  svg: readSvg,
  png: (bytes) => isPng(bytes) && readPng(bytes),
  webp: (bytes) => isWebp(bytes) && readWebp(bytes),
}

/** @throws naming the file, when it is missing, too, or more than a page can use */
function readAs<Value>(path: string, kind: string, read: (content: Buffer) => Value | false) {
  try {
    const content = readFileSync(path)
    const value = content.length <= MAX_BYTES && read(content)
    if (value) return { content, value }
  } catch {
    // Readers throw what they like where a file ends too early.
  }
  throw new Error(`${path} must be ${kind}, of ${MAX_BYTES} bytes at most`)
}

function readFile(path: string, type: string): { content: Buffer; value: Size } {
  if (type === 'pdf')
    return readAs(path, 'a PDF', (bytes) => toText(bytes.subarray(0, 5)) === '%PDF-' && {})
  return readAs(path, `a picture of type ${type} with a size`, (bytes) => {
    const size = READERS[type]?.(bytes)
    return !!size && size.width > 0 && size.height > 0 && size
  })
}

/** The words that belong to a notice, or its name. */
function readWords(path: string) {
  if (!existsSync(path)) return NOTICE_NAME
  return readAs(path, 'its words, 1 to 4,000 letters in UTF-8', (bytes) => {
    const text = toText(bytes).replaceAll('\r', '').trim()
    return text.length <= 4_000 && text
  }).value
}

function readNotice(folder: string, fileName: string, checkoutUrl: string) {
  const [, language = '', type = ''] = /^([a-z]{2})\.(svg|png|webp|pdf)$/.exec(fileName) ?? []
  const path = join(folder, fileName)
  if (!UNION_LANGUAGES.includes(language))
    throw new Error(`${path} must be named as de.svg, de.png, de.webp or de.pdf, by its language`)
  const { content, value: size } = readFile(path, type)
  const text = readWords(join(folder, `${language}.txt`))
  const [link = ''] = /https:\/\/\S*[^\s.,;:)]/.exec(text) ?? []
  const name = `${language}-${hash('sha256', content, 'hex').slice(0, 10)}.${type}`
  const packed = type === 'svg' ? [{ encoding: 'gzip' as const, content: gzipSync(content) }] : []
  const url = `${checkoutUrl}/guarantee/${name}`
  const shown = { url, ...size, text, ...(URL.canParse(link) && { link }) }
  return { language, name, file: toServedFile(content, packed), shown }
}

/**
 * The notices of a folder, each with the words beside it. A PDF, which no page can show, is linked
 * to where its language has no picture. @throws for what buyers could not see
 */
export function readNotices(folder: string, checkoutUrl: string) {
  const all = readdirSync(folder).filter((name) => !/^\.|\.txt$/.test(name))
  const hasPicture = (pdf: string) =>
    ['svg', 'png', 'webp'].some((type) => all.includes(pdf.replace(/pdf$/, type)))
  const names = all.filter((name) => !name.endsWith('.pdf') || !hasPicture(name))
  const notices = names.map((name) => readNotice(folder, name, checkoutUrl))
  if (new Set(notices.map(({ language }) => language)).size < notices.length)
    throw new Error(`${folder} has two pictures of one language: ${names.join(', ')}`)
  if (notices.length === 0) throw new Error(`${folder} has no notice such as de.svg`)
  return notices
}
