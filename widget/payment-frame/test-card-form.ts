import type {
  TestPaymentMethodRequest,
  TestPaymentMethodResponse,
} from '../../server/contract/buyer.ts'
import type { CardField } from '../session/checkout-state.ts'
import type { FrameText } from '../i18n/frame-en.ts'
import type { FrameTexts } from '../i18n/language.ts'
import { digitsOf } from '../form/latin-digits.ts'
import { brandOf, formatNumber } from './card-number.ts'
import { cardProblemOf, codeHint } from './card-problems.ts'
import { formatExpiry, parseExpiry, withSlash } from './expiry.ts'
import type { CardForm } from './card-form.ts'
import type { CardAnswer } from './messages.ts'

const element = <Type extends HTMLElement>(id: string) => document.getElementById(id) as Type

export function createTestCardForm(form: HTMLFormElement, submit: () => void): CardForm {
  // In the language that the server has written the whole document in.
  const texts: FrameTexts = JSON.parse(document.scripts[0]!.text)
  const inputs = form.elements as unknown as Record<CardField, HTMLInputElement>
  const digits = () => digitsOf(inputs.number.value)

  const wrong = (field: CardField) => cardProblemOf(field, inputs[field].value, digits())

  /** Aloud, unless the page has asked: it says all that is wrong by itself. */
  function show(field: CardField, text: FrameText | undefined, live = 'off') {
    const message = texts[text!] ?? ''
    const error = element(`${field}-error`)
    error.ariaLive = live
    error.textContent = message
    inputs[field].ariaInvalid = message ? 'true' : null
    return message
  }

  function showCard() {
    const brand = brandOf(digits())
    for (const { id, style } of form.querySelectorAll('g'))
      style.opacity = brand && id !== brand ? '.3' : ''
    element('cvc-hint').textContent = texts[codeHint(digits())]
  }

  const showValid = (valid: boolean) => {
    element('valid').hidden = !valid
  }

  function format(input: HTMLInputElement, event: Event) {
    const caret = input.selectionStart!
    if (input === inputs.number) {
      const after = formatNumber(digitsOf(input.value.slice(0, caret))).length
      input.value = formatNumber(digits())
      input.setSelectionRange(after, after)
      showCard()
      showValid(false)
    } else if (
      input === inputs.exp &&
      caret === input.value.length &&
      !(event as InputEvent).inputType?.startsWith('delete')
    ) {
      input.value = withSlash(input.value)
    }
  }

  /** Nothing in the form but its inputs sends events, and their ids are their names here. */
  const fieldOf = ({ target }: Event) => (target as HTMLInputElement).id as CardField

  form.addEventListener('input', (event) => {
    const field = fieldOf(event)
    format(inputs[field], event)
    if (inputs[field].ariaInvalid) show(field, wrong(field), 'polite')
  })
  form.addEventListener('focusout', (event) => {
    const field = fieldOf(event)
    if (!inputs[field].value) return
    const expiry = field === 'exp' && parseExpiry(inputs.exp.value)
    if (expiry) inputs.exp.value = formatExpiry(expiry)
    const problem = show(field, wrong(field), 'polite')
    if (field === 'number') showValid(!problem)
  })
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') submit()
  })
  showCard()

  async function tokenize(id: number): Promise<CardAnswer> {
    const [expMonth, expYear] = parseExpiry(inputs.exp.value)!
    const response = await fetch('test-payment-methods', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        number: digits(),
        expMonth,
        expYear,
        cvc: digitsOf(inputs.cvc.value),
      } satisfies TestPaymentMethodRequest),
    })
    if (response.status === 400) {
      showValid(false)
      return {
        t: 'invalid',
        id,
        errors: [{ field: 'number', message: show('number', 'number.test') }],
      }
    }
    if (!response.ok)
      return { t: 'failed', id, code: response.status === 429 ? 'rate_limited' : 'internal' }
    const made: TestPaymentMethodResponse = await response.json()
    return {
      ...made,
      t: 'token',
      id,
      card: { brand: brandOf(digits()), last4: digits().slice(-4) },
    }
  }

  return {
    focus: (field) => inputs[field].focus(),
    clear: () => {
      inputs.cvc.value = ''
      showValid(false)
    },
    validate: async (id) => ({
      t: 'invalid',
      id,
      errors: [...form.elements].flatMap(({ id: name }) => {
        const field = name as CardField
        const message = show(field, wrong(field))
        return message ? [{ field, message }] : []
      }),
    }),
    tokenize,
  }
}
