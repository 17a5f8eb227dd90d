import { type Html, html, joinHtml, unsafeHtml } from '../../server/web/html.ts'

/** The part of JSON Schema that the document uses. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  oneOf?: Schema[]
  anyOf?: Schema[]
}

export type Components = Record<string, Schema>

/** HTML of our texts, which may hold `code`, **strong** and [links](https://…). */
export const prose = (text: string) =>
  unsafeHtml(
    html`${text}`.text
      .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
      .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
      .replaceAll(/\[([^\]]+)\]\((https:[^)\s]+)\)/g, '<a href="$2">$1</a>'),
  )

/** Follows `$ref`. Keeps the description where it is used, and whether null is allowed. */
function resolve(schema: Schema, components: Components): { schema: Schema; isNullable: boolean } {
  if (schema.$ref !== undefined) {
    const target = components[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)]
    if (!target) throw new Error(`the document holds no ${schema.$ref}`)
    const inner = resolve(target, components)
    return {
      ...inner,
      schema: {
        ...inner.schema,
        ...(schema.description !== undefined && { description: schema.description }),
      },
    }
  }
  if (Array.isArray(schema.type)) {
    const [type = ''] = schema.type.filter((name) => name !== 'null')
    return { schema: { ...schema, type }, isNullable: schema.type.includes('null') }
  }
  const others = schema.anyOf?.filter((choice) => choice.type !== 'null') ?? []
  const [only] = others
  if (only && others.length === 1) {
    const { description } = schema
    const inner = resolve(only, components)
    return {
      schema: { ...inner.schema, ...(description !== undefined && { description }) },
      isNullable: true,
    }
  }
  return { schema, isNullable: false }
}

const PLURALS: Record<string, string> = {
  object: 'objects',
  string: 'strings',
  integer: 'integers',
}
const FORMATS: Record<string, string> = { 'date-time': 'time', uri: 'URL' }

function typeOf(schema: Schema, components: Components): string {
  if (schema.items) {
    const item = typeOf(resolve(schema.items, components).schema, components)
    return `array of ${PLURALS[item] ?? item}`
  }
  if (schema.format !== undefined && FORMATS[schema.format] !== undefined)
    return String(FORMATS[schema.format])
  if (typeof schema.type === 'string') return schema.type
  return schema.oneOf ? 'object' : 'any JSON'
}

const count = new Intl.NumberFormat('en')

function range(minimum: number | undefined, maximum: number | undefined, unit = '') {
  if (minimum === undefined && maximum === undefined) return undefined
  if (minimum === maximum) return `exactly ${count.format(minimum ?? 0)}${unit}`
  if (maximum === undefined) return `at least ${count.format(minimum ?? 0)}${unit}`
  return `${minimum === undefined ? 'up to' : `${count.format(minimum)} to`} ${count.format(maximum)}${unit}`
}

const limitsOf = (schema: Schema) =>
  [
    range(schema.minimum, schema.maximum),
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minItems, schema.maxItems, schema.maxItems === 1 ? ' element' : ' elements'),
  ].filter((limit) => limit !== undefined)

const valuesOf = (schema: Schema) =>
  schema.enum ?? (schema.const === undefined ? [] : [schema.const])

const toCode = (value: unknown) => html`<code>${String(value)}</code>`

type Field = { name: string; schema: Schema; isRequired: boolean }

/** The fields of an object, of an array's elements, or of each case of a choice. */
export function renderFields(schema: Schema, components: Components, isOpen: boolean): Html {
  const { schema: resolved } = resolve(schema, components)
  const cases = resolved.oneOf ?? resolved.anyOf
  if (cases) return html`${cases.map((choice) => renderCase(choice, components, isOpen))}`
  if (resolved.items) return renderFields(resolved.items, components, isOpen)
  const fields = Object.entries(resolved.properties ?? {})
  if (fields.length === 0) return html``
  return html`<ul class="fields">${fields.map(([name, field]) => {
    const isRequired = resolved.required?.includes(name) ?? false
    return renderField({ name, schema: field, isRequired }, components, isOpen)
  })}</ul>`
}

function renderCase(choice: Schema, components: Components, isOpen: boolean) {
  const { schema } = resolve(choice, components)
  const fields = Object.entries(schema.properties ?? {})
  const [name = '', discriminator] =
    fields.find(([, field]) => field.const !== undefined) ??
    fields.find(([, field]) => field.enum !== undefined) ??
    []
  const label = discriminator
    ? html`<p class="case">When <code>${name}</code> is ${joinHtml(valuesOf(discriminator).map(toCode), ' or ')}</p>`
    : ''
  return html`${label}${renderFields(schema, components, isOpen)}`
}

export function renderField(
  { name, schema: declared, isRequired }: Field,
  components: Components,
  isOpen: boolean,
): Html {
  const { schema, isNullable } = resolve(declared, components)
  const facts = [
    `${typeOf(schema, components)}${isNullable ? ' or null' : ''}`,
    ...limitsOf(schema),
  ]
  const values = valuesOf(schema)
  const inner = renderFields(schema, components, isOpen)
  return html`<li>
<p class="field"><code class="name">${name}</code> <span class="facts">${facts.join(' · ')}</span>${
    isRequired ? '' : html` <span class="optional">optional</span>`
  }</p>
${schema.description === undefined ? '' : html`<p>${prose(schema.description)}</p>`}
${values.length === 0 ? '' : html`<p class="values">${joinHtml(values.map(toCode), ' ')}</p>`}
${
  inner.text === ''
    ? ''
    : html`<details class="inner"${isOpen ? ' open' : ''}>
<summary>Fields of <code>${name}</code></summary>${inner}</details>`
}
</li>`
}
