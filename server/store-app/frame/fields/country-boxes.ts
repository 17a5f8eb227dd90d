import { Country } from '../../../contract/delivery.ts'
import { type FormFields, type FormInput, checkboxField } from '../forms.ts'
import { html } from '../../../web/html.ts'

const NAMES = new Intl.DisplayNames('en', { type: 'region' })

const nameOf = (code: string) => NAMES.of(code) ?? code

export const countryNames = (codes: string[]) => codes.map(nameOf).join(', ')

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** By their names. */
export const COUNTRIES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
  .filter((code) => Country.safeParse(code).success)
  .toSorted((one, other) => nameOf(one).localeCompare(nameOf(other), 'en'))

/** The member states of the European Union. */
const UNION =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')
const EUROPE = 'AD AL AX BA BY CH FO GB GG GI IM IS JE LI MC MD ME MK NO RS RU SJ SM UA VA XK'

/** The code of the checkbox for the whole Union. */
const ALL_OF_UNION = 'EU'

const GROUPS = [
  { title: 'European Union', has: (code: string) => UNION.includes(code) },
  { title: 'Other countries in Europe', has: (code: string) => EUROPE.includes(code) },
  {
    title: 'Rest of the world',
    has: (code: string) => !UNION.includes(code) && !EUROPE.includes(code),
  },
]

/** The countries whose checkboxes, of the fields `name`, were sent. */
export const tickedCountries = (fields: FormFields, name: string) =>
  COUNTRIES.filter(
    (code) =>
      fields[`${name}-${code}`] !== undefined ||
      (UNION.includes(code) && fields[`${name}-${ALL_OF_UNION}`] !== undefined),
  )

/** The same the other way round. */
export const countryFields = (codes: string[], name: string): FormFields =>
  Object.fromEntries(codes.map((code) => [`${name}-${code}`, 'yes']))

type Boxes = { typed: FormInput; name: string; legend: string; hint: string; among?: string[] }

/** `among`: what can be ticked. (Default: every country.) */
export function countryBoxes({ typed, name, legend, hint, among = COUNTRIES }: Boxes) {
  const ticked = tickedCountries(typed.fields ?? {}, name)
  const error = typed.errors?.[name]
  // Short, since there are 257 of them.
  const boxOf = (code: string) =>
    html`<label class="check"
      ><input
        type="checkbox"
        name="${name}-${code}"
        value="yes"
        ${ticked.includes(code) ? html`checked` : undefined}
      /><span>${nameOf(code)}</span></label
    >`
  const all = checkboxField({
    name: `${name}-${ALL_OF_UNION}`,
    label: 'All of the European Union',
    isChecked: false,
    attributes: html`data-all`,
  })
  const groups = GROUPS.map(({ title, has }) => ({
    title,
    codes: COUNTRIES.filter((code) => has(code) && among.includes(code)),
  })).filter(({ codes }) => codes.length > 0)
  return html`<fieldset id="field-${name}" tabindex="-1">
    <legend>${legend}</legend>
    <p class="hint">${hint}</p>
    ${error && html`<p class="error">${error}</p>`}
    ${groups.map(({ title, codes }) => {
      const count = codes.filter((code) => ticked.includes(code)).length
      return html`<details ${count > 0 || among !== COUNTRIES ? html`open` : undefined}>
        <summary>${title}: ${count} of ${codes.length}</summary>
        ${codes.length === UNION.length && codes.every((code) => UNION.includes(code)) ? all : undefined}
        <div class="countries">${codes.map(boxOf)}</div>
      </details>`
    })}
  </fieldset>`
}
