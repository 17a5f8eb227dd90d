import type { FieldProblem } from '../../widget/session/checkout-state.ts'
import type { AddressField } from '../contract/delivery.ts'
import { htmlText } from '../web/html-text.ts'

/** What a page adds to a form that comes back filled in. Views hold no values of their controls. */
export type Filling = {
  place?: string | undefined
  /** What was typed into the address's other fields; the form may lack some of them. */
  parts?: { [Field in Exclude<AddressField, 'place'>]?: string | undefined }
  /** The chosen delivery option. */
  option?: string | undefined
  /** Whether the box that agrees to the terms is ticked. */
  agreed?: boolean | undefined
  problems?: readonly FieldProblem[]
  /** HTML for below the button. */
  below?: string
}

const BOX = ' id="agreed"'

/** Where the place is one text. */
const TEXT_END = '</textarea>'

/** The end of the column with the button. */
const FORM_END = '</div></form>'

function replaceOnce(html: string, [before, after]: [before: string, after: string]) {
  if (html.split(before).length !== 2) throw new Error(`the form holds ${before} not just once`)
  return html.replace(before, () => after)
}

const showProblem =
  (wrong: readonly FieldProblem[]) =>
  (html: string, { field, message }: FieldProblem) => {
    const focus = field === wrong[0]?.field ? ' autofocus' : ''
    return [
      [`id="${field}-error"></p>`, `id="${field}-error">${htmlText(message)}</p>`] as const,
      [` id="${field}"`, ` id="${field}" aria-invalid="true"${focus}`] as const,
    ].reduce((text, [before, after]) => replaceOnce(text, [before, after]), html)
  }

/** The form's HTML with values, the chosen option, and each problem at its field. */
export function fillForm(html: string, filling: Filling) {
  const { place, parts, option, agreed, problems = [], below } = filling
  const isOneText = html.includes(TEXT_END)
  let filled = html
  if (place !== undefined && isOneText)
    filled = replaceOnce(filled, [TEXT_END, htmlText(place) + TEXT_END])
  // A browser would leave the ends of lines out of a field with one line.
  const street = isOneText ? undefined : place?.replaceAll('\n', ', ')
  for (const [name, value] of Object.entries({ ...parts, place: street })) {
    const id = ` id="${name}"`
    if (value !== undefined && filled.includes(id))
      filled = replaceOnce(filled, [id, `${id} value="${htmlText(value)}"`])
  }
  const radio = `value="${htmlText(option ?? '')}"`
  if (option !== undefined && filled.includes(`name="option" ${radio}`))
    filled = replaceOnce(filled.replace(/(name="option" value="[^"]*") checked/, '$1'), [
      `name="option" ${radio}`,
      `name="option" ${radio} checked`,
    ])
  if (agreed && filled.includes(BOX)) filled = replaceOnce(filled, [BOX, `${BOX} checked`])
  if (below !== undefined) filled = replaceOnce(filled, [FORM_END, below + FORM_END])
  return problems.reduce(showProblem(problems), filled)
}
