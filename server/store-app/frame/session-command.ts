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
