import express, { type Request } from 'express'
import type * as z from 'zod'
import { type Html, html } from './html.ts'
import type { Viewer } from './store-app-context.ts'

/** What was wrong with the fields of a form, by their names, in the order of the form. */
export type FieldErrors = Record<string, string>

/** The texts that a form sent, trimmed of nothing; a field that comes twice is none. */
export type FormFields = Record<string, string>

/**
 * At most 64 KiB. U+0000 is on nobody's keyboard and in no text of the record: a form that holds it
 * is not read.
 */
export const readForm = express.urlencoded({
  extended: false,
  limit: 65_536,
  parameterLimit: 1000,
  verify: (_request, _response, body) => {
    if (body.includes('%00') || body.includes(0)) throw new RangeError('U+0000 in a form')
  },
})

/** One field of a form that was read; empty when it was not sent. */
export function formField({ body }: Request, name: string) {
  const value: unknown =
    typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
  return typeof value === 'string' ? value : ''
}

export const formFields = ({ body }: Request): FormFields =>
  Object.fromEntries(
    Object.entries(typeof body === 'object' && body !== null ? body : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )

/** The text of a field with several lines: a browser sends its line breaks as CR LF. */
export const toLines = (text: string) => text.replaceAll('\r\n', '\n').trim()

type Parsed<Value> =
  | { value: Value; errors?: undefined }
  | { value?: undefined; errors: FieldErrors }

/** The form's fields as `schema` wants them, or one sentence for each field that is not right. */
export function parseFields<Schema extends z.ZodType>(
  schema: Schema,
  fields: unknown,
): Parsed<z.output<Schema>> {
  const result = schema.safeParse(fields)
  if (result.success) return { value: result.data }
  const errors: FieldErrors = {}
  for (const { path, message } of result.error.issues) errors[path.join('.')] ??= message
  return { errors }
}

export const csrfField = ({ csrfToken }: Pick<Viewer, 'csrfToken'>) =>
  html`<input type="hidden" name="csrf" value="${csrfToken}" />`

/** `kind`: of its button; `cancel`: where it leads whoever does not want it. */
type Form = {
  action?: string
  isUpload?: boolean
  button: string
  kind?: 'button' | 'button danger-button' | 'quiet'
  cancel?: string
}

/** A form of a member that is mostly fields, with its one button below them. */
export const formView = (
  viewer: Pick<Viewer, 'csrfToken'>,
  { action, isUpload, button, kind = 'button', cancel }: Form,
  fields: (Html | Html[] | undefined)[],
) =>
  html`<form
    class="form"
    method="post"
    ${action && html`action="${action}"`}
    ${isUpload ? html`enctype="multipart/form-data"` : undefined}
  >
    ${csrfField(viewer)} ${fields}
    <div class="actions">
      <button class="${kind}">${button}</button>
      ${cancel && html`<a class="quiet" href="${cancel}">Cancel</a>`}
    </div>
  </form>`

/** What somebody has typed into a form, and what is wrong with it. */
export type Typed = { fields?: FormFields | undefined; errors?: FieldErrors | undefined }

/** `typed`: the form, which has its value and its error unless these are given. */
export type Field = {
  typed?: Typed
  name: string
  label: string
  value?: string
  hint?: string | Html | undefined
  error?: string | undefined
  /** More attributes of the control, such as `type="email" required`. */
  attributes?: Html
}

const idOf = (name: string) => `field-${name.replaceAll(/[^\w-]/g, '-')}`

/** What every control has; `own`: what this kind has beside it. */
const attributesOf = ({ name, hint, error, attributes }: Field, own?: Html) => {
  const ids = [hint && `${idOf(name)}-hint`, error && `${idOf(name)}-error`]
    .filter(Boolean)
    .join(' ')
  return html`id="${idOf(name)}" name="${name}" ${own} ${attributes}
  ${ids ? html`aria-describedby="${ids}"` : undefined}
  ${error ? html`aria-invalid="true"` : undefined}`
}

const saidOf = ({ name, hint, error }: Field) =>
  html`${hint && html`<p class="hint" id="${idOf(name)}-hint">${hint}</p>`}
  ${error && html`<p class="error" id="${idOf(name)}-error">${error}</p>`}`

const around = (given: Field, control: (field: Field) => Html) => {
  const { typed, name } = given
  const field = { value: typed?.fields?.[name] ?? '', error: typed?.errors?.[name], ...given }
  return html`<div class="field">
    <label for="${idOf(name)}">${field.label}</label>
    ${control(field)} ${saidOf(field)}
  </div>`
}

const valueOf = ({ value = '' }: Field) => html`value="${value}"`

export const inputField = (given: Field) =>
  around(given, (field) => html`<input ${attributesOf(field, valueOf(field))} />`)

/**
 * The line break behind the tag is dropped by the browser; without it a text that begins with one
 * would lose that.
 */
export const textAreaField = (given: Field) =>
  around(
    given,
    (field) => html`<textarea ${attributesOf(field)}>${`\n${field.value ?? ''}`}</textarea>`,
  )

type Option = { value: string; text: string }

/**
 * An option without a value has its text as one: in a list of hundreds that is a good part of the
 * page.
 */
const optionView = ({ value, text }: Option, selected: string | undefined) =>
  html`<option${value === text ? undefined : html` value="${value}"`}${
    value === selected ? html` selected` : undefined
  }>${text}</option>
`

export const selectField = ({ options, ...given }: Field & { options: Option[] }) =>
  around(
    given,
    (field) =>
      html`<select ${attributesOf(field)}>
        ${options.map((option) => optionView(option, field.value))}
      </select>`,
  )

export const checkboxField = ({
  isChecked,
  ...field
}: Omit<Field, 'value'> & { isChecked: boolean; value?: string }) =>
  html`<div class="field check">
    <input
      type="checkbox"
      ${attributesOf(
        field,
        html`${valueOf({ value: 'yes', ...field })} ${isChecked ? html`checked` : undefined}`,
      )}
    />
    <label for="${idOf(field.name)}">${field.label}</label>
    ${saidOf(field)}
  </div>`

/**
 * Above a form that was not taken: what is wrong, each leading to its field. Nothing when nothing
 * is wrong.
 */
export const errorSummary = (errors: FieldErrors | undefined): Html | undefined => {
  const entries = Object.entries(errors ?? {})
  return entries.length === 0
    ? undefined
    : html`<div class="notice danger" role="alert">
        <h2>Nothing was saved yet</h2>
        <ul>
          ${entries.map(
            ([name, message]) => html`<li><a href="#${idOf(name)}">${message}</a></li>`,
          )}
        </ul>
      </div>`
}
