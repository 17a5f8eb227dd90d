import { afterAll, describe, expect, test } from 'vitest'
import type { PayResponse } from '../../contract/buyer.ts'
import { LIVE, aBuyer, aPayRequest, aProduct, aSession, aStore } from '../../testing/builders.ts'
import { expectInvariants } from '../../testing/invariants.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { confirmationTokenFor } from '../../../lab/stripe/stripe-cards.ts'
import { startStripeDouble } from '../../../lab/stripe/stripe-double.ts'

const double = await startStripeDouble()
const { service, sql } = await openSpecService({
  env: { PAYMENT_PROVIDER: 'stripe', ...double.settings },
})
afterAll(async () => {
  await expectInvariants(sql)
  await double.close()
})

const RECIPIENT = { name: 'Ana Example', phone: '+34 600 123 456' }
const ADDRESS = {
  country: 'ES',
  place: 'Calle Mayor 1\n2º izquierda',
  postalCode: '28013',
  city: 'Madrid',
  region: 'Madrid',
}

/** What the confirmation says of the buyer who pays like this. */
async function confirmationOf(request: Record<string, unknown>, store: Record<string, unknown>) {
  const seller = await aStore(service, { ...LIVE, ...store })
  await aProduct(service, seller)
  const buyer = await aBuyer(service, await aSession(service, seller))
  double.requests.splice(0)
  const { status } = await buyer.send<PayResponse>('POST', 'pay', {
    ...aPayRequest(),
    paymentMethod: confirmationTokenFor('4242424242424242'),
    ...request,
  })
  const confirmed = double.requests.find(({ operation }) => operation === 'confirm')
  return { status, ...confirmed?.body }
}

describe('decision 122: the bank learns who pays', () => {
  test('a card is confirmed with its recipient, and with the address as it was entered', async () => {
    expect(await confirmationOf({}, {})).toMatchObject({
      status: 200,
      shipping: { ...RECIPIENT, address: { line1: 'Calle Mayor 1, Madrid' } },
    })
  })

  test('an address in parts is confirmed in parts', async () => {
    const fulfillment = { method: 'DELIVERY', option: 'standard', address: ADDRESS }
    const confirmed = await confirmationOf({ fulfillment }, { deliveryCountries: ['ES', 'PT'] })
    expect(confirmed).toMatchObject({ status: 200 })
    expect(confirmed).toHaveProperty('shipping', {
      ...RECIPIENT,
      address: {
        line1: 'Calle Mayor 1',
        line2: '2º izquierda',
        postal_code: '28013',
        city: 'Madrid',
        state: 'Madrid',
        country: 'ES',
      },
    })
  })

  test('who collects is the recipient at the collection point', async () => {
    const shop = {
      id: 'shop',
      name: 'Collect',
      fee: 0,
      kind: 'collection',
      place: { name: 'Loom shop', address: 'Calle Luna 4\n28004 Madrid' },
    }
    const fulfillment = { method: 'DELIVERY', option: 'shop' }
    expect(await confirmationOf({ fulfillment }, { deliveryOptions: [shop] })).toMatchObject({
      status: 200,
      shipping: {
        ...RECIPIENT,
        address: { line1: 'Loom shop', line2: 'Calle Luna 4, 28004 Madrid' },
      },
    })
  })

  test('another method gets name, phone and email, which no token says for it', async () => {
    const customer = { ...RECIPIENT, email: 'ana@mail.example' }
    expect(
      await confirmationOf({ customer, paymentMethod: 'ideal' }, { paymentMethods: ['ideal'] }),
    ).toMatchObject({
      status: 202,
      payment_method_data: { type: 'ideal', billing_details: customer },
      shipping: RECIPIENT,
    })
  })

  test('PayPal gets an address only in parts, because it checks each of them', async () => {
    const paypal = { paymentMethods: ['paypal'], deliveryCountries: ['ES'] }
    const fulfillment = { method: 'DELIVERY', option: 'standard', address: ADDRESS }
    expect(await confirmationOf({ fulfillment, paymentMethod: 'paypal' }, paypal)).toHaveProperty(
      'shipping.address.country',
      'ES',
    )
    const asText = await confirmationOf({ paymentMethod: 'paypal' }, paypal)
    expect(asText).toMatchObject({ status: 202 })
    expect(asText).not.toHaveProperty('shipping')
  })

  test('the log holds nothing of it, even of a confirmation that fails', async () => {
    double.failNext('confirm', 'fails_before')
    const customer = { ...RECIPIENT, email: 'ana@mail.example' }
    expect(await confirmationOf({ customer }, {})).toMatchObject({ status: 202 })
    await expect.poll(() => service.log()).toContain('payment.provider.failed')
    expect(service.log()).not.toMatch(/Ana Example|600 123 456|Calle Mayor|ana@mail/)
  })
})
