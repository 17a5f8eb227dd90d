import { expect, onTestFinished, test } from 'vitest'
import { INIT } from '../test/a-payment-frame.ts'
import { createStripeForm } from './stripe-card-form.ts'
import type { StripeElements, StripeJs, StripePaymentElement } from './stripe-js.ts'

type TokenRequest = Parameters<StripeJs['createConfirmationToken']>[0]

/** The form in a document as the server writes it, with a Stripe.js that takes every card. */
function openForm(lang = INIT.lang) {
  Object.assign(document.body.dataset, {
    publishableKey: 'pk_test_1',
    currency: 'eur',
    amounts: '{"standard":2440}',
  })
  const asked: TokenRequest['params'][] = []
  const locales: unknown[] = []
  const element: StripePaymentElement = { mount() {}, on() {}, focus() {} }
  const elements = {
    create: () => element,
    update() {},
    submit: async () => ({}),
  } as unknown as StripeElements
  window.Stripe = () => ({
    elements: ({ locale }) => {
      locales.push(locale)
      return elements
    },
    async createConfirmationToken({ params }) {
      asked.push(params)
      return { confirmationToken: { id: 'ctoken_1' } }
    },
    handleNextAction: async () => ({}),
  })
  onTestFinished(() => {
    delete window.Stripe
    for (const name of ['publishableKey', 'currency', 'amounts']) delete document.body.dataset[name]
  })
  return { form: createStripeForm(() => {}, { ...INIT, lang }), asked, locales }
}

test('checkout page §7: Stripe gets the billing details that came with the page’s question', async () => {
  const { form, asked } = openForm()
  const customer = { name: 'Ana Example', phone: '+34 600 123 456', email: 'ana@mail.example' }
  expect(await form.tokenize(1, customer)).toEqual({
    t: 'token',
    id: 1,
    paymentMethod: 'ctoken_1',
  })
  expect(asked).toEqual([{ payment_method_data: { billing_details: customer } }])
})

test.each([
  ['nl-BE', 'nl'],
  ['pl', 'pl'],
  ['it-CH', 'it'],
  ['pt-PT', 'pt'],
  ['pt-AO', 'pt'],
  ['pt-BR', 'pt-BR'],
  ['pt', 'pt-BR'],
  ['mn', 'en'],
])('checkout page §7: for a page in %s, Stripe’s fields speak %s', (lang, locale) => {
  expect(openForm(lang).locales).toEqual([locale])
})
