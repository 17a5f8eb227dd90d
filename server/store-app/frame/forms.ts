import express, { type Request } from 'express'
import type * as z from 'zod'
import { type Html, html } from '../../web/html.ts'
import { leaveView } from './leave-view.ts'
import { ownWords } from '../../web/own-words.ts'

/** What was wrong with the fields of a form, by their names, in the order of the form. */
export type FieldErrors = Record<string, string>

/** The texts that a form sent. Untrimmed. A repeated field counts as missing. */
export type FormFields = Record<string, string>

/** U+0000 is in no text of the record: a form that holds it is not read. */
export const readForm = express.urlencoded({
  extended: false,
  limit: 65_536,
  inflate: false,
  verify: (_request, _response, body) => {
    if (body.includes('%00') || body.includes(0)) throw new RangeError('U+0000 in a form')
  },
})

/** Empty when it was not sent. */
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

type FormResult<Value> =
  | { value: Value; errors?: undefined }
  | { value?: undefined; errors: FieldErrors }

/** Whether a text is what `schema` takes. */
export const fits = (schema: z.ZodType) => (text: string) => schema.safeParse(text).success

/** The form's fields as `schema` wants them, or one sentence for each field that is not right. */
export function parseFields<Schema extends z.ZodType>(
  schema: Schema,
  fields: unknown,
): FormResult<z.output<Schema>> {
  const result = schema.safeParse(fields, { error: ownWords })
  if (result.success) return { value: result.data }
  const errors: FieldErrors = {}
  for (const { path, message } of result.error.issues) errors[path.join('.')] ??= message
  return { errors }
}

export const hiddenField = (name: string, value: string | number) =>
  html`<input type="hidden" name="${name}" value="${value}" />`

type Sender = { csrfToken: string }

export const csrfField = ({ csrfToken }: Sender) => hiddenField('csrf', csrfToken)

/**
 * `cancel`: where it leads a member who does not want it; `saved`: what the script compares it
 * with.
 */
type Form = {
  action?: string
  attributes?: Html
  button: string
  kind?: 'button' | 'button danger-button' | 'quiet'
  cancel?: string
  cancelText?: string
  saved?: FormFields
}

/** Of a form whose fields the server alone checks: it says what is wrong in our words. */
export const UNCHECKED = html`novalidate`

export const UPLOAD = html`enctype="multipart/form-data"`

/** A form of a member that is mostly fields, with its one button below them. */
export const formView = (
  viewer: Sender,
  { action, attributes, button, kind = 'button', cancel, cancelText = 'Cancel', saved }: Form,
  fields: (Html | Html[] | undefined)[],
) =>
  html`<form
    class="form"
    method="post"
    ${action && html`action="${action}"`}
    ${attributes}
    ${saved && html`data-saved="${JSON.stringify(saved)}"`}
  >
    ${csrfField(viewer)} ${fields}
    <div class="actions">
      <button class="${kind}">${button}</button>
      ${cancel && html`<a class="quiet" href="${cancel}">${cancelText}</a>`}
      ${saved && html`<p class="muted" data-unsaved hidden></p>`}
    </div>
    ${saved && leaveView(button)}
  </form>`

type ButtonForm = {
  action: string
  button: Html | string
  kind?: 'button' | 'quiet'
  note?: string
  fields?: Html[]
  /** Whether it is within a line, without the room of its own that a form has. */
  isInline?: boolean
}

export const buttonForm = (
  viewer: Sender,
  { action, button, kind = 'quiet', note, fields, isInline }: ButtonForm,
) =>
  html`<form ${isInline ? undefined : html`class="actions"`} method="post" action="${action}">
    ${csrfField(viewer)} ${fields}
    <button class="${kind}">${button}</button>
    ${note && html`<span class="muted">${note}</span>`}
  </form>`

/** A link that looks like a button, below what it is about. */
export const linkButton = (
  path: string,
  text: string,
  { kind = 'quiet' }: { kind?: 'button' | 'quiet' } = {},
) => html`<p class="actions"><a class="${kind}" href="${path}">${text}</a></p>`

/** For who hears a button alone: what it is about. */
export const hidden = (text: string) => html`<span class="visually-hidden">${text}</span>`

/** What somebody has typed into a form, and what is wrong with it. `isOutdated`: by others. */
export type FormInput = {
  fields?: FormFields | undefined
  errors?: FieldErrors | undefined
  isOutdated?: boolean
}

/** `typed`: the form, which has its value and its error unless these are given. */
type Field = {
  typed?: FormInput
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

/** The browser drops the first line break: without it, a text that begins with one loses it. */
export const textAreaField = (given: Field) =>
  around(
    given,
    (field) => html`<textarea ${attributesOf(field)}>${`\n${field.value ?? ''}`}</textarea>`,
  )

type Option = { value: string; text: string }

/** An option without a value has its text as one: lists of hundreds are shorter so. */
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

/** What is wrong with a form that was not taken, each line leading to its field. */
export const errorSummary = (errors: FieldErrors = {}, overtaken?: Html): Html | undefined => {
  const entries = Object.entries(errors)
  if (entries.length === 0 && !overtaken) return undefined
  const items = entries.map(
    ([name, message]) => html`<li><a href="#${idOf(name)}">${message}</a></li>`,
  )
  return html`<div class="notice danger" role="alert">
    <h2>Nothing was saved yet</h2>
    ${overtaken}${
      items.length > 0
        ? html`<ul>
            ${items}
          </ul>`
        : undefined
    }
  </div>`
}

/** Of a field of type `email` browsers refuse some addresses and rewrite others. */
export const EMAIL_INPUT = html`type="text" inputmode="email" autocapitalize="none"
spellcheck="false"`
