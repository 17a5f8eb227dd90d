import type { TestPaymentMethodRequest, TestPaymentMethodResponse } from '../../server/contract/buyer.ts'
import type { CardField, FieldProblem } from '../checkout-state.ts'
import { frameEn, type FrameText } from '../i18n/frame-en.ts'
import { digitsOf } from '../latin-digits.ts'
import { BRAND_MARKS, brandOf, caretAfter, codeLength, formatNumber, isLuhnValid } from './card-number.ts'
import { formatExpiry, isPast, parseExpiry, withSlash } from './expiry.ts'
import type { CardAnswer } from './messages.ts'

/** What `main` asks of any provider's fields; a provider's own element can stand behind it as well. */
export type CardForm = {
  focus: (field: CardField) => void
  clear: (what: 'cvc' | 'all') => void
  validate: () => FieldProblem[]
  tokenize: (id: number) => Promise<CardAnswer>
}

const FIELDS = ['number', 'exp', 'cvc'] as const

const element = <Type extends Element>(id: string) => document.getElementById(id) as unknown as Type

export function createTestCardForm(form: HTMLFormElement, { submit }: { submit: () => void }): CardForm {
  const inputs: Record<CardField, HTMLInputElement> = { number: element('number'), exp: element('exp'), cvc: element('cvc') }
  const digits = () => digitsOf(inputs.number.value)

  function wrong(field: CardField): FrameText | undefined {
    const { value } = inputs[field]
    const side = brandOf(digits()) === 'amex' ? 'front' : 'back'
    if (field === 'number') return !value ? 'number.missing' : isLuhnValid(digits()) ? undefined : 'number.wrong'
    if (field === 'cvc') return digitsOf(value).length === codeLength(brandOf(digits())) ? undefined : `code.missing.${side}`
    const expiry = parseExpiry(value)
    if (!expiry) return value ? 'expiry.wrong' : 'expiry.missing'
    return isPast(expiry, new Date()) ? 'expiry.past' : undefined
  }

  function show(field: CardField, text: FrameText | undefined) {
    const message = text ? frameEn[text] : ''
    element(`${field}-error`).textContent = message
    if (text) inputs[field].setAttribute('aria-invalid', 'true')
    else inputs[field].removeAttribute('aria-invalid')
    return message
  }

  function showCard() {
    const brand = brandOf(digits())
    element('brand').textContent = BRAND_MARKS[brand]
    element('brand').toggleAttribute('hidden', !brand)
    element('cvc-hint').textContent = frameEn[brand === 'amex' ? 'code.front' : 'code.back']
  }

  const showValid = (valid: boolean) => element('valid').toggleAttribute('hidden', !valid)

  function format(input: HTMLInputElement, event: Event) {
    const caret = input.selectionStart ?? input.value.length
    if (input === inputs.number) {
      const before = digitsOf(input.value.slice(0, caret)).length
      const value = formatNumber(digits())
      if (value !== input.value) {
        input.value = value
        input.setSelectionRange(caretAfter(value, before), caretAfter(value, before))
      }
      showCard()
      showValid(false)
    } else if (input === inputs.exp && caret === input.value.length && !(event as InputEvent).inputType?.startsWith('delete')) {
      input.value = withSlash(input.value)
    }
  }

  const fieldOf = (event: Event) => FIELDS.find((field) => inputs[field] === event.target)

  form.addEventListener('input', (event) => {
    const field = fieldOf(event)
    if (!field) return
    format(inputs[field], event)
    if (inputs[field].ariaInvalid) show(field, wrong(field))
  })
  form.addEventListener('focusout', (event) => {
    const field = fieldOf(event)
    if (!field || !inputs[field].value) return
    const expiry = field === 'exp' && parseExpiry(inputs.exp.value)
    if (expiry) inputs.exp.value = formatExpiry(expiry)
    const problem = wrong(field)
    show(field, problem)
    if (field === 'number') showValid(!problem)
  })
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') submit()
  })
  showCard()

  const validate = () => FIELDS.flatMap((field) => {
    const message = show(field, wrong(field))
    return message ? [{ field, message }] : []
  })

  async function request(id: number): Promise<CardAnswer> {
    const { month = 0, year = 0 } = parseExpiry(inputs.exp.value) ?? {}
    const body: TestPaymentMethodRequest = { number: digits(), expMonth: month, expYear: year, cvc: digitsOf(inputs.cvc.value) }
    const response = await fetch(document.body.dataset['tokenize']!, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
    })
    if (response.status === 400) {
      showValid(false)
      return { t: 'invalid', id, errors: [{ field: 'number', message: show('number', 'number.test') }] }
    }
    if (!response.ok) return { t: 'failed', id, code: response.status === 429 ? 'rate_limited' : 'internal' }
    const { paymentMethod }: TestPaymentMethodResponse = await response.json()
    return { t: 'token', id, paymentMethod, brand: brandOf(digits()), last4: digits().slice(-4) }
  }

  return {
    focus: (field) => inputs[field].focus(),
    clear(what) {
      for (const field of what === 'all' ? FIELDS : ['cvc'] as const) inputs[field].value = ''
      showCard()
    },
    validate,
    tokenize: (id) => request(id).catch(() => ({ t: 'failed', id, code: 'network' } as const)),
  }
}
