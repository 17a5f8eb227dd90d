import { hash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { UNION_LANGUAGES } from '../checkout/stores/guarantee-notice.ts'
import { isPng, readPng } from '../pictures/png.ts'
import { isWebp, readWebp } from '../pictures/webp.ts'
import { toServedFile } from '../web/answers/served-files.ts'

/** More would keep phones waiting. */
const MAX_BYTES = 2 * 1024 ** 2

const toText = (bytes: Uint8Array) => new TextDecoder('utf-8', { fatal: true }).decode(bytes)

/** Behind what may come before it, the first tag of an SVG, with width and height of its view. */
const SVG =
  /^(?:\s|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>[]*(?:\[.*?\]\s*)?>)*<svg\s(?=[^>]*xmlns)[^>]*viewBox=["']\s*[\d.-]+[\s,]+[\d.-]+[\s,]+([\d.]+)[\s,]+([\d.]+)/s

/** An SVG has fractions. Hundredths are near enough that nothing moves when the picture comes. */
function readSvg(bytes: Uint8Array) {
  const [, width, height] = SVG.exec(toText(bytes)) ?? []
  return { width: Math.round(100 * Number(width)), height: Math.round(100 * Number(height)) }
}

const READERS: Record<string, (bytes: Uint8Array) => { width: number; height: number } | false> = {
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

function readNotice(folder: string, picture: string, checkoutUrl: string) {
  const [, language = '', type = ''] = /^([a-z]{2})\.(svg|png|webp)$/.exec(picture) ?? []
  const path = join(folder, picture)
  if (!UNION_LANGUAGES.includes(language))
    throw new Error(`${path} must be named as de.svg, de.png or de.webp, by its language`)
  const { content, value: size } = readAs(
    path,
    `a picture of type ${type} with a size`,
    (bytes) => {
      const size = READERS[type]?.(bytes)
      return !!size && size.width > 0 && size.height > 0 && size
    },
  )
  const words = join(folder, `${language}.txt`)
  const { value: text } = readAs(words, 'its words, 1 to 4,000 letters in UTF-8', (bytes) => {
    const text = toText(bytes).replaceAll('\r', '').trim()
    return text.length <= 4_000 && text
  })
  const [link = ''] = /https:\/\/\S*[^\s.,;:)]/.exec(text) ?? []
  const name = `${language}-${hash('sha256', content, 'hex').slice(0, 10)}.${type}`
  const packed = type === 'svg' ? [{ encoding: 'gzip' as const, content: gzipSync(content) }] : []
  const { width, height } = size
  const url = `${checkoutUrl}/guarantee/${name}`
  const shown = { url, width, height, text, ...(URL.canParse(link) && { link }) }
  return { language, name, file: toServedFile(content, packed), shown }
}

/**
 * The notices of a folder, each with the words beside it. A PDF, which no page can show, may lie
 * there, too. @throws for what buyers could not see or hear
 */
export function readNotices(folder: string, checkoutUrl: string) {
  const names = readdirSync(folder).filter((name) => !/^\.|\.(?:txt|pdf)$/.test(name))
  const notices = names.map((name) => readNotice(folder, name, checkoutUrl))
  if (new Set(notices.map(({ language }) => language)).size < notices.length)
    throw new Error(`${folder} has two pictures of one language: ${names.join(', ')}`)
  if (notices.length === 0) throw new Error(`${folder} has no notice such as de.svg`)
  return notices
}
