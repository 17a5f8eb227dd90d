import type { StoreAppContext } from './store-app-context.ts'

/**
 * Whoever has the full id may open the checkout. It stands in this address all the same: the page
 * is its own merchant's, the browser tells the address to nobody else (Referrer-Policy:
 * same-origin), and the log has the route's pattern only.
 */
export const sessionPath = ({ storePath }: StoreAppContext, sessionId: string) =>
  `${storePath}/sessions/${sessionId}`

/** Something that the store sells, for an example of a request. */
export type ExampleItem = { product: string; size: string | null; color: string | null }

/** For a POSIX shell: in single quotes it takes everything as it is, but for a single quote. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

const itemOf = ({ product, size, color }: ExampleItem) => ({
  product,
  ...(size !== null && { size }),
  ...(color !== null && { color }),
})

/** The command that creates a checkout session of this item. */
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
