import {
  PUBLIC_PARTS,
  PUBLIC_SLOTS,
  PUBLIC_SNAPSHOT,
  PUBLIC_TOKENS,
} from '../../widget/public-look.ts'
import { PUBLIC_SURFACE, type EventRow, type PropertyRow } from '../../widget/public-surface.ts'

const { properties, statuses, nativeAttributes, methods, statics, everyEvent, events } =
  PUBLIC_SURFACE

const code = (text: string) => `\`${text}\``
const cell = (text: string) => text.replaceAll('|', '\\|')

const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows.map((row) => row.map(cell))]
    .map((row) => `| ${row.join(' | ')} |\n`)
    .join('')

const propertyTable = () =>
  table(
    ['property', 'attribute', 'type', 'default', 'meaning'],
    Object.entries<PropertyRow>(properties).map(([name, row]) => [
      code(name),
      row.attribute ? code(row.attribute) : '',
      code(row.type),
      row.readOnly ? 'read only' : (row.default ?? ''),
      row.docs,
    ]),
  )

const twoColumns = (head: [string, string], rows: Record<string, string>) =>
  table(
    head,
    Object.entries(rows).map(([name, docs]) => [name ? code(name) : 'the default one', docs]),
  )

const detailText = (detail: EventRow['detail']) =>
  Object.entries(detail)
    .map(([name, [type, docs]]) => `${code(name)} (${code(type)}): ${docs}`)
    .join('<br>')

const eventTable = () =>
  table(
    ['event', 'when', '`detail`', '`preventDefault()`'],
    Object.entries<EventRow>(events).map(([name, row]) => [
      code(name),
      row.docs,
      detailText(row.detail),
      row.prevented ?? '',
    ]),
  )

/** `docs/element.md`: all that a merchant's page may rely on. */
export const elementDocs = () => `# \`<hosted-checkout>\`

Written by \`npm run docs\` from [\`widget/public-surface.ts\`](../widget/public-surface.ts) and [\`widget/public-look.ts\`](../widget/public-look.ts): what does not stand here may change at any time. How to put the element into a page: [Embed the checkout](guide/embed.md). \`<hosted-checkout-button>\`: [Sell by a link](guide/link.md#a-button-in-your-own-page).

## Attributes and properties

${propertyTable()}
Attributes follow their properties after a microtask. These attributes of every element are followed, too:

${twoColumns(['attribute', 'meaning'], nativeAttributes)}
## Snapshot

${twoColumns(['`snapshot`', 'meaning'], PUBLIC_SNAPSHOT)}
## Status

${twoColumns(['`status`', 'meaning'], statuses)}
## Methods

${table(
  ['method', 'result', 'meaning'],
  Object.entries(methods).map(([name, { parameters, returns, docs }]) => [
    code(`${name}(${parameters})`),
    code(returns),
    docs,
  ]),
)}
Of the class, \`customElements.get('hosted-checkout')\`:

${table(
  ['member', 'type', 'meaning'],
  Object.entries(statics).map(([name, { type, docs }]) => [code(name), code(type), docs]),
)}
## Events

All bubble and leave the shadow roots they come from (\`composed\`). \`detail\` always has ${Object.entries(
  everyEvent,
)
  .map(
    ([name, [type, docs]]) =>
      `${code(name)} (${code(type)}: ${docs.toLowerCase().replace(/\.$/, '')})`,
  )
  .join(' and ')}; then:

${eventTable()}
## Slots

What stands in the element, by its \`slot\` attribute. In a merchant's page only.

${twoColumns(['slot', 'where'], PUBLIC_SLOTS)}
## Parts

For \`hosted-checkout::part(button) { … }\`:

${twoColumns(['part', 'what'], PUBLIC_PARTS)}
## Tokens

Custom properties of the element or of what it stands in. The card fields follow them, too.

${twoColumns(['token', 'what'], PUBLIC_TOKENS)}`
