import type {
  TestPaymentMethodRequest,
  TestPaymentMethodResponse,
} from '../../server/contract/test-provider.ts'
import { digitsOf } from '../form/latin-digits.ts'
import type { FrameTexts } from '../i18n/language.ts'
import type { CardField } from '../session/checkout-state.ts'
import {
  brandIn,
  judge,
  numberIn,
  show,
  showCard,
  showValid,
  type CardFields,
} from './card-fields.ts'
import type { CardForm } from './card-form.ts'
import { listenToTyping } from './card-typing.ts'
import { parseExpiry } from './expiry.ts'
import type { CardAnswer } from '../element/messages.ts'

const FIELDS = ['number', 'exp', 'cvc'] as const satisfies CardField[]

/** The one that the page's hint names. */
const TEST_CARD = { number: '4242 4242 4242 4242', exp: '12/40', cvc: '123' }

/** Judges all fields, and shows at each what is wrong. */
const judgeAll = (card: CardFields, id: number): CardAnswer => ({
  t: 'invalid',
  id,
  errors: FIELDS.flatMap((field) => {
    const message = judge(card, field, 'off')
    return message ? [{ field, message }] : []
  }),
})

async function tokenOf(card: CardFields, id: number): Promise<CardAnswer> {
  const number = numberIn(card)
  const expiry = parseExpiry(card.inputs.exp.value)
  if (!expiry) return judgeAll(card, id)
  const [expMonth, expYear] = expiry
  const cvc = digitsOf(card.inputs.cvc.value)
  const response = await fetch('test-payment-methods', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ number, expMonth, expYear, cvc } satisfies TestPaymentMethodRequest),
  })
  if (response.status === 400) {
    showValid(false)
    // The page around says it.
    judge(card, 'number', 'off')
    const message = show(card, 'number', 'number.test')
    return { t: 'invalid', id, errors: [{ field: 'number', message }] }
  }
  if (!response.ok)
    return { t: 'failed', id, code: response.status === 429 ? 'rate_limited' : 'internal' }
  const made: TestPaymentMethodResponse = await response.json()
  return { ...made, t: 'token', id, card: { brand: brandIn(card), last4: number.slice(-4) } }
}

/** What the server has written into the document: the form, and the texts in its language. */
type CardDocument = { form: HTMLFormElement; texts: FrameTexts }

export function createTestCardForm({ form, texts }: CardDocument, submit: () => void): CardForm {
  const inputs = form.elements as unknown as CardFields['inputs']
  const card: CardFields = { inputs, texts }
  listenToTyping(form, card)
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') submit()
  })
  showCard(card)
  return {
    focus: (field) => inputs[field].focus(),
    clear: ({ declined }) => {
      inputs.cvc.value = ''
      showValid(false)
      card.isDeclined = declined && inputs.number.value !== ''
      show(card, 'number')
    },
    fill: () => {
      for (const field of FIELDS) {
        inputs[field].value = TEST_CARD[field]
        judge(card, field, 'off')
      }
      showCard(card)
      showValid(true)
    },
    validate: async (id) => judgeAll(card, id),
    tokenize: (id) => tokenOf(card, id),
  }
}
