import { html, unsafeHtml } from '../../server/web/html.ts'
import { type Site, renderNeighbours, renderPage } from './docs-frame.ts'
import type { GuidePage } from './guide-sources.ts'

/** A page of the guide; the build made its HTML. */
export const renderGuidePage = (site: Site, page: GuidePage) =>
  renderPage({
    site,
    name: page.name,
    title: page.title,
    summary: page.summary,
    contents: page.headings.map(({ id, title }) => ({ id, title, links: [] })),
    alternate: { href: `${site.root}/${page.name}.md`, type: 'text/markdown', title: 'Markdown' },
    main: html`<article class="guide">${unsafeHtml(page.html)}${renderNeighbours(site, page.name)}</article>`,
  })
