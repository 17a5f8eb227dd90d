import { PUBLIC_PARTS, PUBLIC_SLOTS, PUBLIC_TOKENS } from '../../widget/public-look.ts'
import { PUBLIC_SURFACE, type EventRow, type PropertyRow } from '../../widget/public-surface.ts'

const { properties, nativeAttributes, methods, statics, events } = PUBLIC_SURFACE
const TAG = 'hosted-checkout'
const FILE = 'hosted-checkout.js'

const described = (rows: Record<string, string>) =>
  Object.entries(rows).map(([name, description]) => ({ name, description }))

const fieldOf = ([name, row]: [string, PropertyRow]) => ({
  kind: 'field',
  name,
  privacy: 'public',
  type: { text: row.type },
  description: row.says,
  ...(row.default && { default: row.default }),
  ...(row.readOnly && { readonly: true }),
  ...(row.attribute && { attribute: row.attribute, reflects: true }),
})

const attributeOf = ([name, { attribute, type, says, ...row }]: [string, PropertyRow]) => ({
  name: attribute,
  fieldName: name,
  type: { text: type },
  description: says,
  ...(row.default && { default: row.default }),
})

const methodOf = ([name, { parameters, returns, says }]: [string, (typeof methods)['focus']]) => ({
  kind: 'method',
  name,
  privacy: 'public',
  description: says,
  return: { type: { text: returns } },
  ...(parameters && {
    parameters: parameters.split(', ').map((parameter) => {
      const [given = '', text = ''] = parameter.split(': ')
      return { name: given.replace('?', ''), type: { text }, optional: given.endsWith('?') }
    }),
  }),
})

const eventOf = ([name, { says }]: [string, EventRow]) => ({
  name,
  type: { text: `HostedCheckoutEvent<'${name}'>` },
  description: says,
})

/** `custom-elements.json`, which editors and documentation tools read (schema 1.0.0). */
export function elementManifest() {
  const rows = Object.entries<PropertyRow>(properties)
  const declaration = {
    kind: 'class',
    name: 'HostedCheckout',
    tagName: TAG,
    customElement: true,
    description: 'The checkout of one session.',
    attributes: [
      ...rows.filter(([, { attribute, readOnly }]) => attribute && !readOnly).map(attributeOf),
      ...described(nativeAttributes),
    ],
    members: [
      ...rows.map(fieldOf),
      ...Object.entries(methods).map(methodOf),
      ...Object.entries(statics).map(([name, { type, says }]) => ({
        ...fieldOf([name, { type, says, readOnly: true }]),
        static: true,
      })),
    ],
    events: Object.entries<EventRow>(events).map(eventOf),
    slots: described(PUBLIC_SLOTS),
    cssParts: described(PUBLIC_PARTS),
    cssProperties: described(PUBLIC_TOKENS),
  }
  const definition = { name: 'HostedCheckout', module: FILE }
  return {
    schemaVersion: '1.0.0',
    modules: [
      {
        kind: 'javascript-module',
        path: FILE,
        declarations: [declaration],
        exports: [{ kind: 'custom-element-definition', name: TAG, declaration: definition }],
      },
    ],
  }
}
