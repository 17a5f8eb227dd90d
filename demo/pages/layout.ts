import { html } from '../html.ts'
import type { Html } from '../html.ts'
import { LOOKS } from '../looks.ts'
import type { Look } from '../looks.ts'

/** The address of the page, and the look that the visitor has chosen. */
export type Visit = { path: string; look: Look }

const lookSwitch = ({ path, look }: Visit) =>
  html` <form class="looks" method="post" action="/look" aria-label="Look of the shop">
    <input type="hidden" name="from" value="${path}" />
    ${Object.entries(LOOKS).map(
      ([value, name]) =>
        html` <button name="look" value="${value}" aria-pressed="${String(value === look)}">
          ${name}
        </button>`,
    )}
  </form>`

type Content = { title: string; main: Html; scripts?: string[] }

export const layout = (visit: Visit, { title, main, scripts = [] }: Content) =>
  html`<!doctype html>
    <html lang="en" data-look="${visit.look}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Small Weather</title>
        <link rel="icon" href="/assets/images/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/assets/shop.css" />
        ${['/assets/looks.js', ...scripts].map((script) => html`<script type="module" src="${script}"></script>`)}
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header class="top">
          <a class="wordmark" href="/">small weather</a>
          ${lookSwitch(visit)}
        </header>
        <main id="main">${main}</main>
        <footer class="foot">
          <p>
            Small Weather is a demo shop. Nothing is sold here, no card is charged, and the sea is
            invented. Whoever runs it packs at the
            <a class="link" href="/packing">packing table</a>.
          </p>
        </footer>
      </body>
    </html>`
