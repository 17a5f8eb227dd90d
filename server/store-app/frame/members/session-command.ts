import { shortSessionId } from '../../../checkout/sessions/session.ts'
import { html } from '../../../web/html.ts'

/**
 * A visitor with the full id may open the checkout. It is in this address all the same: the page is
 * its own merchant's, the browser sends the address to nobody else (Referrer-Policy: same-origin),
 * and the log has the route's pattern only.
 */
export const sessionPath = ({ storePath }: { storePath: string }, sessionId: string) =>
  `${storePath}/sessions/${sessionId}`

export const sessionLink = (app: { storePath: string }, sessionId: string) =>
  html`<a class="order-number" href="${sessionPath(app, sessionId)}"
    >${shortSessionId(sessionId)}</a
  >`

export const orderLink = ({ storePath }: { storePath: string }, orderNumber: string) =>
  html`<a class="order-number" href="${storePath}/orders/${orderNumber}">${orderNumber}</a>`

/** A text for a program, which may be copied. */
export const codeView = (text: string, { label, copy }: { label: string; copy: string }) =>
  html`<div class="command">
    <pre tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre>
    <button type="button" class="quiet" data-copy="${text}" hidden>${copy}</button>
  </div>`

export type ExampleItem = { product: string; size: string | null; color: string | null }

export const NO_PRODUCT: ExampleItem = { product: 'your-product', size: null, color: null }

/** For a POSIX shell: in single quotes it takes everything as it is, but for a single quote. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

const itemOf = ({ product, size, color }: ExampleItem) => ({
  product,
  ...(size !== null && { size }),
  ...(color !== null && { color }),
})

export const sessionCommand = (
  baseUrl: string,
  { item, key }: { item: ExampleItem; key: string },
) =>
  [
    `curl ${baseUrl}/v1/checkout/sessions`,
    `  -H ${quoted(`Authorization: Bearer ${key}`)}`,
    `  -H ${quoted('Content-Type: application/json')}`,
    `  -d ${quoted(JSON.stringify({ items: [itemOf(item)] }))}`,
  ].join(' \\\n')
