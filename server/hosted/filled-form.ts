import type { FieldProblem } from '../../widget/session/checkout-state.ts'
import type { AddressField } from '../contract/delivery.ts'
import { type Html, html, unsafeHtml } from '../web/html.ts'

/** What a page adds to a form that comes back filled in. Views hold no values of their controls. */
export type Filling = {
  /** The whole address, or its street where the form has fields for its parts. */
  addressText?: string | undefined
  /** What was typed into the address's other fields; the form may lack some of them. */
  parts?: { [Field in Exclude<AddressField, 'place'>]?: string | undefined }
  /** The chosen delivery option. */
  option?: string | undefined
  /** Whether the box that agrees to the terms is ticked. */
  agreed?: boolean | undefined
  problems?: readonly FieldProblem[]
  /** Whether the buyer comes from paying without script, and has not paid. */
  isUnpaid?: boolean | undefined
  /** What is shown below the button. */
  below?: Html
}

const BOX = ' id="agreed"'

/** Where the address is one text. */
const TEXT_END = '</textarea>'

/** The end of the column with the button. */
const FORM_END = '</div></form>'

function replaceOnce(form: string, [before, after]: [before: string, after: string | Html]) {
  if (form.split(before).length !== 2) throw new Error(`the form holds ${before} not just once`)
  return form.replace(before, () => (typeof after === 'string' ? after : after.text))
}

/** The reason takes the focus. Without script the number stays marked. */
const showUnpaid = (form: string) =>
  form
    .replace(' tabindex="-1" data-problem', ' tabindex="-1" autofocus data-problem')
    .replace(' id="number" name', ' id="number" aria-invalid="true" name')

const showProblem =
  (wrong: readonly FieldProblem[]) =>
  (form: string, { field, message }: FieldProblem) => {
    const focus = field === wrong[0]?.field ? ' autofocus' : ''
    return [
      [html`id="${field}-error"></p>`.text, html`id="${field}-error">${message}</p>`] as const,
      [` id="${field}"`, ` id="${field}" aria-invalid="true"${focus}`] as const,
    ].reduce((text, [before, after]) => replaceOnce(text, [before, after]), form)
  }

/** The form's HTML with values, the chosen option, and each problem at its field. */
export function fillForm(form: Html, filling: Filling): Html {
  const { addressText, parts, option, agreed, problems = [], isUnpaid, below } = filling
  let filled = form.text
  const isOneText = filled.includes(TEXT_END)
  if (addressText !== undefined && isOneText)
    filled = replaceOnce(filled, [TEXT_END, html`${addressText}</textarea>`])
  // A browser would leave the ends of lines out of a field with one line.
  const street = isOneText ? undefined : addressText?.replaceAll('\n', ', ')
  for (const [name, value] of Object.entries({ ...parts, place: street })) {
    const id = ` id="${name}"`
    if (value !== undefined && filled.includes(id))
      filled = replaceOnce(filled, [id, html` id="${name}" value="${value}"`])
  }
  const radio = html`value="${option}"`.text
  if (option !== undefined && filled.includes(`name="option" ${radio}`))
    filled = replaceOnce(filled.replace(/(name="option" value="[^"]*") checked/, '$1'), [
      `name="option" ${radio}`,
      `name="option" ${radio} checked`,
    ])
  if (agreed && filled.includes(BOX)) filled = replaceOnce(filled, [BOX, `${BOX} checked`])
  if (below !== undefined) filled = replaceOnce(filled, [FORM_END, html`${below}</div></form>`])
  if (isUnpaid) filled = showUnpaid(filled)
  return unsafeHtml(problems.reduce(showProblem(problems), filled))
}
