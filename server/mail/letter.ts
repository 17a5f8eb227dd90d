import { type Branding, OUR_LOOK } from '../checkout/branding.ts'
import { readableOn, takesWhiteText } from '../checkout/readable-colors.ts'
import { htmlText } from '../web/html-text.ts'

/** Something to do: why, what its button says, and the address that it leads to. */
export type Step = { text: string; label: string; url: string }

/** What a mail says, paragraph by paragraph. */
export type Letter = { subject: string; parts: (string | Step)[] }

/** A name in a line: whoever chose it adds no header and no line of their own. */
export const inLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

export const textOf = ({ parts }: Letter) =>
  `${parts.map((part) => (typeof part === 'string' ? part : `${part.text}\n${part.url}`)).join('\n\n')}\n`

/** On white in every mail program: what each makes of dark colours is not known. */
const PAPER = '#ffffff'
const OUR_ACCENT = '#1f4fd8'
const FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif"

/**
 * The same words in the look that the store has chosen for its checkout. Styles stand at their
 * elements: mail programs drop sheets. The address of a step is there to be read, too.
 */
export function htmlOf(
  { subject, parts }: Letter,
  { storeName, branding }: { storeName: string; branding: Branding | null },
) {
  const { accent, radius, fontSize } = branding ?? OUR_LOOK
  const fill = accent ?? OUR_ACCENT
  const link = readableOn(fill, [PAPER])
  const paragraph = (html: string) => `<p style="margin:0 0 16px">${html}</p>`
  const lines = (text: string) => htmlText(text).replaceAll('\n', '<br>')
  const button = ({ label, url }: Step) =>
    `<a href="${htmlText(url)}" style="display:inline-block;padding:12px 20px;border:1px solid ${link};border-radius:${radius}px;background:${fill};color:${takesWhiteText(fill) ? '#ffffff' : '#000000'};font-weight:600;text-decoration:none">${htmlText(label)}</a>`
  const address = ({ url }: Step) =>
    `<a href="${htmlText(url)}" style="color:${link};font-size:${fontSize - 2}px;overflow-wrap:anywhere">${htmlText(url)}</a>`
  const body = parts.map((part) =>
    typeof part === 'string'
      ? paragraph(lines(part))
      : paragraph(lines(part.text)) + paragraph(button(part)) + paragraph(address(part)),
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${htmlText(subject)}</title>
</head>
<body style="margin:0;background:${PAPER}">
<div style="max-width:560px;margin:0 auto;padding:32px 24px;background:${PAPER};color:#14171f;font:${fontSize}px/1.5 ${FONT}">
<p style="margin:0 0 24px;font-size:${fontSize + 4}px;font-weight:650"><bdi>${htmlText(inLine(storeName))}</bdi></p>
${body.join('\n')}
</div>
</body>
</html>
`
}
