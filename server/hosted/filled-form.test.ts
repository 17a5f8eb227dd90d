import { describe, expect, test } from 'vitest'
import { afterView } from '../../widget/session/checkout-state.ts'
import { en } from '../../widget/i18n/en.ts'
import { aView } from '../../widget/test/a-view.ts'
import { view as checkoutView } from '../../widget/views/checkout-view.ts'
import { createUi } from '../../widget/views/ui.ts'
import { type Filling, fillForm } from './filled-form.ts'
import { renderView } from './rendered-view.ts'

const ui = createUi({ language: 'en', messages: en, hosted: true })
const options = [
  { id: 'standard', name: 'Standard delivery', fee: 0 },
  { id: 'express', name: 'Express', fee: 900 },
]
const form = renderView(
  checkoutView(afterView({ type: 'loading' }, aView({ deliveryOptions: options })), ui),
)

const filledWith = (filling: Filling) => fillForm(form, filling).text

describe('checkout page §2: a form that comes back filled in', () => {
  test('a filled-in form is the same form when nothing was typed', () => {
    expect(fillForm(form, { problems: [] })).toEqual(form)
  })
  test('a filled-in form holds the address as text, whatever was typed', () => {
    const filled = filledWith({ addressText: `</textarea><b>$& "Calle"`, problems: [] })
    expect(filled).toContain('>&lt;/textarea&gt;&lt;b&gt;$&amp; &quot;Calle&quot;</textarea>')
  })
  test('a filled-in form holds the lines of an address in the one line for the street', () => {
    const countries = [{ country: 'ES', fields: ['place' as const, 'city' as const] }]
    const inParts = renderView(
      checkoutView(afterView({ type: 'loading' }, aView({ deliveryCountries: countries })), ui),
    )
    expect(fillForm(inParts, { addressText: 'Casa "Luna"\nCalle Mayor 1' }).text).toContain(
      ' id="place" value="Casa &quot;Luna&quot;, Calle Mayor 1"',
    )
  })
  test('a filled-in form has the chosen option checked, and no other', () => {
    expect(
      filledWith({ option: 'express', problems: [] }).match(/<input type="radio"[^>]*?(?=\s*>)/g),
    ).toEqual([
      '<input type="radio" name="option" value="standard"',
      '<input type="radio" name="option" value="express" checked',
    ])
  })
  test('a filled-in form says at each field what is wrong, and begins at the first', () => {
    const filled = filledWith({
      problems: [
        { field: 'name', message: 'Enter <your> name' },
        { field: 'phone', message: 'Enter a number' },
      ],
    })
    expect(filled).toContain('id="name-error">Enter &lt;your&gt; name</p>')
    expect(filled).toContain('id="phone-error">Enter a number</p>')
    expect(filled).toMatch(/<input id="name" aria-invalid="true" autofocus name="name"/)
    expect(filled).toMatch(/<input id="phone" aria-invalid="true" name="phone"/)
  })
  test('a filled-in form of another kind is a mistake of ours, not left unsaid', () => {
    expect(() => fillForm(form, { problems: [{ field: 'cvc', message: '' }] })).toThrow('cvc-error')
  })
})
