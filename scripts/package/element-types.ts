import { DEFAULT_ADDRESSES, createOpenApi } from '../../server/api/reference/document.ts'
import { PUBLIC_SNAPSHOT } from '../../widget/public-look.ts'
import { PUBLIC_SURFACE, type EventRow, type PropertyRow } from '../../widget/public-surface.ts'
import { comment, membersOf, schemasOf } from './schema-types.ts'

const { properties, statuses, methods, statics, everyEvent, events } = PUBLIC_SURFACE

const propertyRows = Object.entries<PropertyRow>(properties)
const settable = propertyRows.filter(([, row]) => !row.readOnly)

/** What a merchant's page may know of the session. */
const SNAPSHOT = Object.keys(PUBLIC_SNAPSHOT)

const detailOf = (detail: EventRow['detail']) =>
  Object.keys(detail).length === 0
    ? 'object'
    : `{\n${Object.entries(detail)
        .map(([name, [type, docs]]) => `${comment(docs)}${name}: ${type}\n`)
        .join('')}}`

const saidOf = ({ docs, default: otherwise }: PropertyRow) =>
  otherwise ? `${docs} (Default: ${otherwise}.)` : docs

function snapshotType() {
  const view = schemasOf(createOpenApi(DEFAULT_ADDRESSES))['CheckoutView']
  const shown = Object.entries(view?.properties ?? {}).filter(([name]) => SNAPSHOT.includes(name))
  if (shown.length !== SNAPSHOT.length) throw new Error('The view has lost a field of the snapshot')
  return `{\n${membersOf({ properties: Object.fromEntries(shown), required: SNAPSHOT })}}`
}

const propertyTypes = propertyRows.map(
  ([name, row]) =>
    `${comment(saidOf(row))}${row.readOnly ? 'readonly ' : ''}${name}: ${row.type}\n`,
)
const methodTypes = Object.entries(methods).map(
  ([name, { parameters, returns, docs }]) => `${comment(docs)}${name}(${parameters}): ${returns}\n`,
)
const staticTypes = Object.entries(statics).map(
  ([name, { type, docs }]) => `${comment(docs)}readonly ${name}: ${type}\n`,
)
const eventTypes = Object.entries<EventRow>(events).map(
  ([name, { detail, docs, prevented }]) =>
    `${comment(prevented ? `${docs} Prevented: ${prevented}` : docs)}'${name}': ${detailOf(detail)}\n`,
)

/** A boolean attribute is there or not. */
const attributeTypes = settable
  .filter(([, { attribute }]) => attribute)
  .map(([, row]) => {
    const type = row.type === 'boolean' ? "boolean | ''" : row.type
    return `${comment(saidOf(row))}'${row.attribute}'?: ${type} | undefined\n`
  })

const settingTypes = settable.map(
  ([name, row]) =>
    `${comment(saidOf(row))}${name}?: ${row.type.replace(/ \| undefined$/, '')} | undefined\n`,
)

const attributeNames = settable
  .filter(([, { attribute }]) => attribute)
  .map(([name, { attribute }]) => `  ${name}: '${attribute}',\n`)

const block = (...lines: string[]) => `{\n${lines.join('')}}`

/** `npm/element.ts`: the element's types, without its script. */
export const elementTypes = () => `// Written by \`npm run docs\` from widget/public-surface.ts.

export type HostedCheckoutStatus =
${Object.keys(statuses)
  .map((name) => `  | '${name}'\n`)
  .join('')}
/** What is sold, and the state of the session. Amounts are in the minor unit of \`currency\`. */
export type HostedCheckoutSnapshot = ${snapshotType()}

/** The element's own properties and methods. */
export type HostedCheckoutMembers = ${block(...propertyTypes, ...methodTypes)}

/** The detail of each event, beside \`session\` and \`snapshot\`. */
export type HostedCheckoutEventDetails = ${block(...eventTypes)}

export type HostedCheckoutEventType = keyof HostedCheckoutEventDetails

export type HostedCheckoutEvent<Type extends HostedCheckoutEventType = HostedCheckoutEventType> =
  Event & { readonly detail: ${detailOf(everyEvent)} & HostedCheckoutEventDetails[Type] }

export type HostedCheckoutEventMap = {
  [Type in HostedCheckoutEventType]: HostedCheckoutEvent<Type>
}

/** \`<hosted-checkout>\` in a page. */
export type HostedCheckoutElement = {
    addEventListener<Type extends HostedCheckoutEventType>(
      type: Type,
      listener: (this: HostedCheckoutElement, event: HostedCheckoutEvent<Type>) => void,
      options?: boolean | AddEventListenerOptions,
    ): void
    removeEventListener<Type extends HostedCheckoutEventType>(
      type: Type,
      listener: (this: HostedCheckoutElement, event: HostedCheckoutEvent<Type>) => void,
      options?: boolean | EventListenerOptions,
    ): void
  } & HostedCheckoutMembers &
  HTMLElement

/** The element's class, which the script defines. */
export type HostedCheckoutClass = ${block('new (): HostedCheckoutElement\n', ...staticTypes)}

/** The attributes that a page may set. */
export type HostedCheckoutAttributes = ${block(...attributeTypes)}

/** The properties that a program may set. */
export type HostedCheckoutSettings = ${block(...settingTypes)}

/** The attribute of each setting that has one. */
export const HOSTED_CHECKOUT_ATTRIBUTES = {
${attributeNames.join('')}} as const satisfies Partial<
  Record<keyof HostedCheckoutSettings, keyof HostedCheckoutAttributes>
>

export const HOSTED_CHECKOUT_EVENTS = [
${Object.keys(events)
  .map((name) => `  '${name}',\n`)
  .join('')}] as const satisfies HostedCheckoutEventType[]
`
