import type { FieldProblem } from '../../widget/session/checkout-state.ts'
import type { AddressField } from '../contract/delivery.ts'
import { htmlText } from '../web/html-text.ts'

/** Views never hold what is in their controls; this is what a page adds that comes back filled in. */
export type Filling = {
  place?: string | undefined
  /** What was typed into the address's other fields, where the form still has them. */
  parts?: { [Field in AddressField]?: string | undefined }
  /** The delivery option that was chosen. */
  option?: string | undefined
  /** Whether the box that agrees to the terms was ticked. */
  agreed?: boolean | undefined
  problems?: readonly FieldProblem[]
  /** What stands below the button, as HTML. */
  below?: string
}

const BOX = ' id="agreed"'

/** Of the column with the button. */
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

/** The form's HTML with the place, the chosen option and each problem at its field. */
export function fillForm(html: string, filling: Filling) {
  const { place, parts = {}, option, agreed, problems = [], below } = filling
  let filled = html
  if (place !== undefined)
    filled = replaceOnce(filled, ['</textarea>', `${htmlText(place)}</textarea>`])
  for (const [name, value] of Object.entries(parts)) {
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
