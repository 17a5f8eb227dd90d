import { htmlText } from '../../web/html-text.ts'
import { hashSource } from '../../web/security-headers.ts'
import type { GuidePage } from './guide-pages.ts'
import { prose } from './reference-fields.ts'
import { READERS } from './readers.ts'
import { STYLES } from './reference.styles.ts'

/**
 * The pages never change while the service runs, so their one sheet is allowed by its hash. Nothing
 * else may load or run.
 */
export const DOCS_POLICY = [
  "default-src 'none'",
  `style-src ${hashSource(STYLES)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** What every page of the documentation knows of the others. */
export type Site = {
  /** Path of the API's address, without a slash at its end: mostly nothing. */
  base: string
  /** Path of the documentation: `/docs`. */
  root: string
  guide: Pick<GuidePage, 'name' | 'title' | 'summary' | 'headings'>[]
}

export type NavLink = { id: string; title: string; method?: string }
export type NavGroup = { id: string; title: string; links: NavLink[] }

type Page = {
  site: Site
  /** Its name in addresses; empty for the first page. */
  name: string
  title: string
  summary: string
  /** What stands on this page, for the navigation. */
  contents: NavGroup[]
  main: string
  /** The same for programs. */
  alternate?: { href: string; type: string; title: string }
}

export const idOf = (name: string) => name.toLowerCase().replaceAll(' ', '-')

export const methodTag = (method: string) =>
  `<span class="method ${method.toLowerCase()}">${method}</span>`

const renderLinks = (links: NavLink[]) =>
  `<ul>${links
    .map(
      ({ id, title, method }) =>
        `<li><a href="#${id}">${htmlText(title)}${method === undefined ? '' : ` ${methodTag(method)}`}</a></li>`,
    )
    .join('')}</ul>`

const renderContents = ({ id, title, links }: NavGroup) =>
  `<p class="nav-title"><a href="#${id}">${htmlText(title)}</a></p>${renderLinks(links)}`

/** A part of the documentation; of the page that is shown, what stands on it. */
function renderPart(
  { site, name, contents }: Page,
  part: { title: string; pages: { name: string; title: string }[] },
) {
  const items = part.pages.map((page) => {
    const isHere = page.name === name
    return `<li><a href="${site.root}/${page.name}"${isHere ? ' aria-current="page"' : ''}>${htmlText(page.title)}</a>${
      isHere ? `<div class="here">${contents.map(renderContents).join('')}</div>` : ''
    }</li>`
  })
  return `<p class="part">${part.title}</p><ul>${items.join('')}</ul>`
}

/**
 * A page for people: no script, no request but itself. The navigation scrolls by itself, so that a
 * keyboard has to get there.
 */
export function renderPage(page: Page) {
  const { site, title, summary, alternate } = page
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${htmlText(title)} · Hosted Checkout</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${htmlText(summary)}">
<style>${STYLES}</style>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="top">
<a class="brand" href="${site.root}">Hosted Checkout <span>Documentation</span></a>
<a class="contents-link" href="#contents">Contents</a>
${alternate === undefined ? '' : `<a href="${alternate.href}" type="${alternate.type}">${htmlText(alternate.title)}</a>`}
</header>
<div class="page">
<nav id="contents" aria-label="Documentation" tabindex="0"><details>
<summary>Contents</summary>
${renderPart(page, { title: 'Guide', pages: site.guide })}
${renderPart(page, { title: 'API reference', pages: READERS })}
</details></nav>
<main id="content">
${page.main}
</main>
</div>
</body>
</html>
`
}

/** The way through the guide: back and on, when there is one. */
export function renderNeighbours({ root, guide }: Site, name: string) {
  const place = guide.findIndex((page) => page.name === name)
  const link = (page: Site['guide'][number] | undefined, label: string) =>
    page
      ? `<a class="${label.toLowerCase()}" href="${root}/${page.name}"><span>${label}</span> ${htmlText(page.title)}</a>`
      : ''
  return `<nav class="neighbours" aria-label="Guide">${link(guide[place - 1], 'Back')}${link(guide[place + 1], 'Next')}</nav>`
}

export const renderLead = (text: string) => `<p class="lead">${prose(text)}</p>`
