import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Html, html, unsafeHtml } from '../../server/web/html.ts'
import { hashSource } from '../../server/web/answers/security-headers.ts'
import type { GuidePage } from './guide-sources.ts'
import { prose } from './reference-fields.ts'
import { READERS } from '../../server/api/reference/readers.ts'
import { STYLES } from './reference.styles.ts'

/** Copies code, and searches. No page needs it. */
export const PAGE_SCRIPT = readFileSync(join(import.meta.dirname, 'docs-page.js'), 'utf8')

/** The one sheet and the one script are allowed by their hashes. Nothing else may load or run. */
export const DOCS_POLICY = [
  "default-src 'none'",
  `script-src ${hashSource(PAGE_SCRIPT)}`,
  `style-src ${hashSource(STYLES)}`,
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** What all pages of the documentation share. */
export type Site = {
  /** From the page to `BASE_URL`, without a slash at its end. */
  base: '.' | '..'
  /** From the page to `/docs`. */
  root: string
  guide: Pick<GuidePage, 'name' | 'title' | 'summary' | 'headings'>[]
}

/** Links of the documentation are relative, so that they work at any address. */
export const siteOf = (base: Site['base'], guide: Site['guide']): Site => ({
  base,
  root: `${base}/docs`,
  guide,
})

export type NavLink = { id: string; title: string; method?: string }
export type NavGroup = { id: string; title: string; links: NavLink[] }

type Page = {
  site: Site
  /** The page's name in its address; empty for the first page. */
  name: string
  title: string
  summary: string
  /** The page's headings, for the navigation. */
  contents: NavGroup[]
  main: Html
  /** The page in a format for programs. */
  alternate?: { href: string; type: string; title: string }
}

export const idOf = (name: string) => name.toLowerCase().replaceAll(' ', '-')

export const methodTag = (method: string) =>
  html`<span class="method ${method.toLowerCase()}">${method}</span>`

const renderLinks = (links: NavLink[]) =>
  html`<ul>${links.map(
    ({ id, title, method }) =>
      html`<li><a href="#${id}">${title}${method === undefined ? '' : html` ${methodTag(method)}`}</a></li>`,
  )}</ul>`

const renderContents = ({ id, title, links }: NavGroup) =>
  html`<p class="nav-title"><a href="#${id}">${title}</a></p>${renderLinks(links)}`

/** One part of the navigation, with the headings of the page that is open. */
function renderPart(
  { site, name, contents }: Page,
  part: { title: string; pages: { name: string; title: string }[] },
) {
  const items = part.pages.map((page) => {
    const isHere = page.name === name
    return html`<li><a href="${site.root}/${page.name}"${isHere ? html` aria-current="page"` : ''}>${page.title}</a>${
      isHere ? html`<div class="here">${contents.map(renderContents)}</div>` : ''
    }</li>`
  })
  return html`<p class="part">${part.title}</p><ul>${items}</ul>`
}

/**
 * A page of the documentation. Without script it lacks the search and the buttons that copy. The
 * navigation scrolls on its own, so the keyboard must be able to focus it.
 */
export function renderPage(page: Page) {
  const { site, title, summary, alternate } = page
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title} · Hosted Checkout</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${summary}">
<style>${unsafeHtml(STYLES)}</style>
<script type="module">${unsafeHtml(PAGE_SCRIPT)}</script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="top">
<a class="brand" href="${site.root}">Hosted Checkout <span>Documentation</span></a>
<div class="search" role="search" data-index="${site.root}/search.json">
<input type="search" placeholder="Search" aria-label="Search the documentation" autocomplete="off" spellcheck="false">
<ul></ul>
</div>
${alternate === undefined ? '' : html`<a href="${alternate.href}" type="${alternate.type}">${alternate.title}</a>`}
</header>
<p class="unseen" role="status"></p>
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
`.text
}

/** Links to the guide's previous and next page. */
export function renderNeighbours({ root, guide }: Site, name: string) {
  const index = guide.findIndex((page) => page.name === name)
  const link = (page: Site['guide'][number] | undefined, label: string) =>
    page
      ? html`<a class="${label.toLowerCase()}" href="${root}/${page.name}"><span>${label}</span> ${page.title}</a>`
      : ''
  return html`<nav class="neighbours" aria-label="Guide">${link(guide[index - 1], 'Back')}${link(guide[index + 1], 'Next')}</nav>`
}

export const renderLead = (text: string) => html`<p class="lead">${prose(text)}</p>`
