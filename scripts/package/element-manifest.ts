import { PUBLIC_PARTS, PUBLIC_SLOTS, PUBLIC_TOKENS } from '../../widget/public-look.ts'
import { PUBLIC_SURFACE, type EventRow, type PropertyRow } from '../../widget/public-surface.ts'

const { properties, statuses, nativeAttributes, methods, statics, events } = PUBLIC_SURFACE
const TAG = 'hosted-checkout'

/** The package's module that loads the element and exports its type. */
const FILE = 'load.js'
const ELEMENT = 'HostedCheckoutElement'
const LOADER = 'loadHostedCheckout'

const described = (rows: Record<string, string>) =>
  Object.entries(rows).map(([name, description]) => ({ name, description }))

const fieldOf = ([name, row]: [string, PropertyRow]) => ({
  kind: 'field',
  name,
  privacy: 'public',
  type: { text: row.type },
  description: row.docs,
  ...(row.default && { default: row.default }),
  ...(row.readOnly && { readonly: true }),
  ...(row.attribute && { attribute: row.attribute, reflects: true }),
})

const attributeOf = ([name, { attribute, type, docs, ...row }]: [string, PropertyRow]) => ({
  name: attribute,
  fieldName: name,
  type: { text: type },
  description: docs,
  ...(row.default && { default: row.default }),
})

const methodOf = ([name, { parameters, returns, docs }]: [string, (typeof methods)['focus']]) => ({
  kind: 'method',
  name,
  privacy: 'public',
  description: docs,
  return: { type: { text: returns } },
  ...(parameters && {
    parameters: parameters.split(', ').map((parameter) => {
      const [given = '', text = ''] = parameter.split(': ')
      return { name: given.replace('?', ''), type: { text }, optional: given.endsWith('?') }
    }),
  }),
})

const eventOf = ([name, { docs }]: [string, EventRow]) => ({
  name,
  type: { text: `HostedCheckoutEvent<'${name}'>` },
  description: docs,
})

/** The element in `custom-elements.json`. */
export function elementDeclaration() {
  const rows = Object.entries<PropertyRow>(properties)
  return {
    kind: 'class',
    name: ELEMENT,
    superclass: { name: 'HTMLElement' },
    tagName: TAG,
    customElement: true,
    description: `The checkout of one session. ${LOADER} defines it, with the script of the service.`,
    attributes: [
      ...rows.filter(([, { attribute, readOnly }]) => attribute && !readOnly).map(attributeOf),
      ...described(nativeAttributes),
    ],
    members: [
      ...rows.map(fieldOf),
      ...Object.entries(methods).map(methodOf),
      ...Object.entries(statics).map(([name, { type, docs }]) => ({
        ...fieldOf([name, { type, docs, readOnly: true }]),
        static: true,
      })),
    ],
    events: Object.entries<EventRow>(events).map(eventOf),
    slots: described(PUBLIC_SLOTS),
    cssParts: described(PUBLIC_PARTS),
    cssProperties: described(PUBLIC_TOKENS),
    cssStates: described(statuses),
  }
}

const loaderDeclaration = {
  kind: 'function',
  name: LOADER,
  description: 'Brings the script into the page, once: the element’s class, when it can be used.',
  parameters: [
    { name: 'checkoutUrl', type: { text: 'string' } },
    { name: 'options', type: { text: 'LoadOptions' }, optional: true },
  ],
  return: { type: { text: 'Promise<HostedCheckoutClass | undefined>' } },
}

const declaredHere = (name: string) => ({ name, module: FILE })

/** `custom-elements.json` for editors and documentation tools (schema 2.1.0). */
export const elementManifest = () => ({
  schemaVersion: '2.1.0',
  modules: [
    {
      kind: 'javascript-module',
      path: FILE,
      declarations: [elementDeclaration(), loaderDeclaration],
      exports: [
        { kind: 'custom-element-definition', name: TAG, declaration: declaredHere(ELEMENT) },
        { kind: 'js', name: LOADER, declaration: declaredHere(LOADER) },
      ],
    },
  ],
})
