import { type Branding, OUR_LOOK } from '../checkout/stores/branding.ts'
import { readableOn, takesWhiteText } from '../checkout/stores/readable-colors.ts'
import type { GuaranteeNotice } from '../contract/shown-store.ts'
import { type Html, html, joinHtml } from '../web/html.ts'

/** Something to do: why, the words on its button, and where the button leads. */
export type Step = { text: string; label: string; url: string }

/** Lines of a name and what it is, such as an order's amounts. */
export type Facts = { facts: { name: string; value: string }[] }

/** Lines that lead somewhere. */
export type Links = { links: { name: string; url: string }[] }

/** A picture, its words, and where it leads. */
type Notice = { notice: GuaranteeNotice }

type Part = string | Step | Facts | Links | Notice

export type Letter = { subject: string; parts: Part[] }

type Look = {
  storeName: string
  branding: Branding | null
  /** BCP 47. (Default: English.) */
  language?: string
  /** (Default: left to right.) */
  direction?: 'ltr' | 'rtl'
}

/**
 * For a name in a line: the person who chose it must not add a header or a line, turn the writing
 * round, or have it decoded (`=?utf-8?…?=`, RFC 2047).
 */
export const inLine = (text: string) =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E]+/gu, ' ')
    .replaceAll('=?', '= ?')
    .trim()

function textOfPart(part: Part) {
  if (typeof part === 'string') return part
  if ('facts' in part)
    return part.facts
      .map(({ name, value }) => `${name}: ${value.replaceAll('\n', ', ')}`)
      .join('\n')
  if ('links' in part) return part.links.map(({ name, url }) => `${name}: ${url}`).join('\n')
  if ('notice' in part) return part.notice.text
  return `${part.text}\n${part.url}`
}

export const textOf = ({ parts }: Letter) => `${parts.map(textOfPart).join('\n\n')}\n`

/** White, because nobody knows what a mail program makes of dark colours. */
const PAPER = '#ffffff'
const OUR_ACCENT = '#1f4fd8'
const FONT = html`system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif`

/**
 * The same words in the store's look. Styles stand at their elements, because mail programs drop
 * style sheets. The address of a step is also shown as text.
 */
export function htmlOf(
  { subject, parts }: Letter,
  { storeName, branding, language = 'en', direction = 'ltr' }: Look,
) {
  const { accent, radius, fontSize } = branding ?? OUR_LOOK
  const fill = accent ?? OUR_ACCENT
  const link = readableOn(fill, [PAPER])
  const paragraph = (content: Html) => html`<p style="margin:0 0 16px">${content}</p>`
  const lines = (text: string) => html`${joinHtml(text.split('\n'), html`<br>`)}`
  const button = ({ label, url }: Step) =>
    html`<a href="${url}" style="display:inline-block;padding:12px 20px;border:1px solid ${link};border-radius:${radius}px;background:${fill};color:${takesWhiteText(fill) ? '#ffffff' : '#000000'};font-weight:600;text-decoration:none">${label}</a>`
  const address = ({ url }: Pick<Step, 'url'>) =>
    html`<a href="${url}" style="color:${link};font-size:${fontSize - 2}px;overflow-wrap:anywhere">${url}</a>`
  const end = direction === 'rtl' ? 'left' : 'right'
  const row = ({ name, value }: Facts['facts'][number]) =>
    html`<tr><td style="padding:6px 0;padding-${end}:16px;vertical-align:top;color:#5b6270">${lines(name)}</td><td style="padding:6px 0;vertical-align:top;overflow-wrap:anywhere">${joinHtml(
      value.split('\n').map((each) => html`<bdi>${each}</bdi>`),
      html`<br>`,
    )}</td></tr>`
  const body = parts.map((part) => {
    if (typeof part === 'string') return paragraph(lines(part))
    if ('facts' in part)
      return html`<table role="presentation" style="margin:0 0 16px;border-collapse:collapse;font:inherit">${part.facts.map(row)}</table>`
    if ('links' in part)
      return paragraph(
        html`${joinHtml(
          part.links.map(
            ({ name, url }) => html`<a href="${url}" style="color:${link}">${lines(name)}</a>`,
          ),
          html`<br>`,
        )}`,
      )
    if ('notice' in part) {
      const { url, width, text, link: page } = part.notice
      const picture = html`<img src="${url}" alt="${text}" width="512" style="max-width:100%;height:auto">`
      const shown = html`<a href="${url}" style="color:${link}">${width ? picture : lines(text)}</a>`
      return [shown, ...(page ? [address({ url: page })] : [])].map(paragraph)
    }
    return [lines(part.text), button(part), address(part)].map(paragraph)
  })
  return html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${subject}</title>
</head>
<body style="margin:0;background:${PAPER}">
<div style="max-width:560px;margin:0 auto;padding:32px 24px;background:${PAPER};color:#14171f;font:${fontSize}px/1.5 ${FONT}">
<p style="margin:0 0 24px;font-size:${fontSize + 4}px;font-weight:650"><bdi>${inLine(storeName)}</bdi></p>
${joinHtml(body, '\n')}
</div>
</body>
</html>
`.text
}
