import { OUR_LOOK } from '../checkout/stores/branding.ts'
import { readableOn, takesWhiteText } from '../checkout/stores/readable-colors.ts'
import { type Html, html, joinHtml } from '../web/html.ts'
import { type AmountLine, type Facts, type Letter, type Look, type Part, inLine } from './letter.ts'

const PAPER = '#ffffff'
const DARK_PAPER = '#14171f'
const OUR_ACCENT = '#1f4fd8'
const FONT = html`system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif`
const MUTED = html`color:#5b6270`
const RULE = html`border-top:1px solid #d9dce3`

/** Names and addresses keep their own direction of writing. */
const lines = (text: string) => html`${joinHtml(text.split('\n'), html`<br>`)}`
const kept = (text: string) =>
  html`${joinHtml(
    text.split('\n').map((each) => html`<bdi>${each}</bdi>`),
    html`<br>`,
  )}`

const paragraph = (content: Html) => html`<p style="margin:0 0 16px">${content}</p>`

const table = (rows: Html[], width: 'auto' | '100%') =>
  html`<table role="presentation" cellpadding="0" cellspacing="0" style="width:${width};margin:0 0 24px;border-collapse:collapse;font:inherit">${rows}</table>`

const factRow =
  (end: string) =>
  ({ name, value }: Facts['facts'][number]) =>
    html`<tr><td class="hc-muted" style="padding:4px 0;padding-${end}:20px;vertical-align:top;white-space:nowrap;${MUTED}">${lines(name)}</td><td style="padding:4px 0;vertical-align:top;overflow-wrap:anywhere">${kept(value)}</td></tr>`

type Shapes = { end: 'left' | 'right'; fontSize: number; fill: string; radius: number }

/** How a part looks, in colours that can be read on the paper. */
function shapesOf({ end, fontSize, fill, radius }: Shapes) {
  const link = readableOn(fill, [PAPER])
  const anchor = (url: string, content: Html, style: Html = html``) =>
    html`<a class="hc-link" href="${url}" style="color:${link}${style}">${content}</a>`
  const amountRow =
    (style: Html, isTotal: boolean) =>
    ({ name, amount, url }: AmountLine) =>
      html`<tr><td${isTotal ? html` class="hc-rule"` : undefined} style="padding:8px 0;padding-${end}:20px;vertical-align:top;overflow-wrap:anywhere;${style}">${url ? anchor(url, kept(name)) : kept(name)}</td><td${isTotal ? html` class="hc-rule"` : undefined} align="${end}" style="padding:8px 0;vertical-align:top;text-align:${end};white-space:nowrap;${style}"><bdi>${amount}</bdi></td></tr>`
  return {
    button: ({ label, url }: { label: string; url: string }) =>
      html`<a class="hc-button" href="${url}" style="display:inline-block;padding:12px 20px;border:1px solid ${link};border-radius:${radius}px;background:${fill};color:${takesWhiteText(fill) ? '#ffffff' : '#000000'};font-weight:600;text-decoration:none">${label}</a>`,
    address: (url: string) =>
      anchor(url, html`${url}`, html`;font-size:${fontSize - 2}px;overflow-wrap:anywhere`),
    anchor,
    amount: amountRow(html``, false),
    total: amountRow(html`${RULE};font-size:18px;font-weight:650`, true),
    fact: factRow(end),
  }
}

type Drawing = ReturnType<typeof shapesOf>

function bodyOf(part: Part, shapes: Drawing) {
  const { anchor, button, address } = shapes
  if (typeof part === 'string') return paragraph(lines(part))
  if ('heading' in part)
    return html`<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;font-weight:650">${lines(part.heading)}</h1>`
  if ('facts' in part) return table(part.facts.map(shapes.fact), 'auto')
  if ('amounts' in part) {
    const total = part.total ? [shapes.total(part.total)] : []
    return table([...part.amounts.map(shapes.amount), ...total], '100%')
  }
  if ('links' in part) {
    const links = part.links.map(({ name, url }) => anchor(url, lines(name)))
    return paragraph(html`${joinHtml(links, html`<br>`)}`)
  }
  if ('notice' in part) {
    const { url, width, text, link: page } = part.notice
    const picture = html`<img src="${url}" alt="${text}" width="512" style="max-width:100%;height:auto">`
    const shown = anchor(url, width ? picture : lines(text))
    return [shown, ...(page ? [address(page)] : [])].map(paragraph)
  }
  if ('text' in part) return [lines(part.text), button(part), address(part.url)].map(paragraph)
  return html`<p style="margin:0 0 24px">${button(part)}</p>`
}

/** For mail programs with dark pages: most others drop it, and make their own of the light ones. */
const darkStyle = (fill: string) => {
  const link = readableOn(fill, [DARK_PAPER])
  return html`:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.hc-paper{background:${DARK_PAPER}!important;color:#e8eaf0!important}
.hc-muted{color:#a3abba!important}
.hc-rule{border-color:#3a4150!important}
.hc-link{color:${link}!important}
.hc-button{border-color:${link}!important}
.hc-logo{padding:8px;border-radius:6px;background:#ffffff}
}`
}

/** The same words in the store's look. Styles stand at their elements, too: see `darkStyle`. */
export function htmlOf(
  { subject, parts }: Letter,
  { storeName, branding, logoUrl, language = 'en', direction = 'ltr' }: Look,
) {
  const { accent, radius, fontSize } = branding ?? OUR_LOOK
  const fill = accent ?? OUR_ACCENT
  const shapes = shapesOf({ end: direction === 'rtl' ? 'left' : 'right', fontSize, fill, radius })
  const name = inLine(storeName)
  const logo = logoUrl
    ? html`<img class="hc-logo" src="${logoUrl}" alt="${name}" height="40" style="height:40px;max-width:100%">`
    : html`<bdi>${name}</bdi>`
  return html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>
${darkStyle(fill)}
</style>
</head>
<body class="hc-paper" style="margin:0;background:${PAPER}">
<table role="presentation" class="hc-paper" align="center" width="560" cellpadding="0" cellspacing="0" style="width:100%;max-width:560px;margin:0 auto;background:${PAPER};color:#14171f;font:${fontSize}px/1.5 ${FONT}">
<tr><td style="padding:32px 24px">
<p style="margin:0 0 24px;font-size:${fontSize + 4}px;font-weight:650">${logo}</p>
${joinHtml(
  parts.map((part) => bodyOf(part, shapes)),
  '\n',
)}
</td></tr>
</table>
</body>
</html>
`.text
}
