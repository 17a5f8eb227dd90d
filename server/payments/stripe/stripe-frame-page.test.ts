import { Stripe } from 'stripe'
import { describe, expect, test } from 'vitest'
import type { DeliveryOption } from '../../contract/delivery.ts'
import type { Quote } from '../../checkout/sessions/session.ts'
import { renderStripeFrame } from './stripe-frame-page.ts'
import { stripeScript } from './stripe-sources.ts'
import { SOME_ASSETS } from '../../testing/some-widget-assets.ts'

const assets = { ...SOME_ASSETS, framePage: () => ({ script: 'run()', styles: '' }) }

function rendered({
  currency,
  options = [{ id: 'standard', fee: 490 }],
  countries = [],
}: {
  currency: string
  options?: Partial<DeliveryOption>[]
  countries?: string[]
}) {
  const quote: Quote = {
    productId: 'p',
    variantId: 'v',
    productSlug: 'mug',
    productName: 'Mug',
    imageUrl: null,
    size: null,
    color: null,
    quantity: 2,
    unitPrice: 1990,
    currency,
    deliveryOptions: options.map((option) => ({ id: '', fee: 0, name: 'By post', ...option })),
    withdrawalDays: 14,
    withdrawalReason: null,
  }
  const { url } = stripeScript(undefined)
  return renderStripeFrame({
    language: 'en',
    assets,
    nonce: 'n0nce',
    parentOrigins: ['https://pay.example'],
    isTest: false,
    scriptUrl: url,
    quote,
    methods: [],
    countries,
    publishableKey: 'pk_live_1',
  })
}

const dataOf = (html: string, name: string) =>
  new RegExp(`data-${name}="([^"]*)"`).exec(html)?.[1]?.replaceAll('&quot;', '"')

describe('payments §7: the payment frame with Stripe', () => {
  test('the frame loads Stripe.js from Stripe, of its API version’s release, before our script', () => {
    const html = rendered({ currency: 'EUR' })
    const [, release] = Stripe.API_VERSION.split('.')
    expect(html).toContain(
      `<script src="https://js.stripe.com/${release}/stripe.js" nonce="n0nce" defer></script>`,
    )
    expect(html.indexOf('stripe.js')).toBeLessThan(
      html.indexOf('<script type="module" nonce="n0nce">run()'),
    )
  })
  test('the frame has the amount of each delivery option, as Stripe counts the currency', () => {
    const options = [
      { id: 'standard', fee: 490 },
      { id: '"express"', fee: 1250 },
    ]
    expect(JSON.parse(dataOf(rendered({ currency: 'EUR', options }), 'amounts') ?? '')).toEqual({
      standard: 4470,
      '"express"': 5230,
    })
    expect(JSON.parse(dataOf(rendered({ currency: 'ISK' }), 'amounts') ?? '')).toEqual({
      standard: 447_000,
    })
    expect(dataOf(rendered({ currency: 'ISK' }), 'currency')).toBe('isk')
  })
  test('the frame has what a wallet may offer: the options that deliver, and where to', () => {
    const point = { name: 'Loom shop', address: 'Calle Luna 4' }
    const options = [
      { id: 'standard', fee: 490 },
      { id: 'shop', kind: 'collection' as const, place: point },
    ]
    const html = rendered({ currency: 'EUR', options, countries: ['ES', 'PT'] })
    expect(JSON.parse(dataOf(html, 'rates') ?? '')).toEqual([
      { id: 'standard', displayName: 'By post', amount: 490 },
    ])
    expect(dataOf(html, 'countries')).toBe('ES PT')
    expect(dataOf(rendered({ currency: 'EUR' }), 'countries')).toBeUndefined()
  })
  test('the frame has no amount that Stripe cannot express', () => {
    expect(dataOf(rendered({ currency: 'KWD', options: [{ id: 'a', fee: 3 }] }), 'amounts')).toBe(
      '{}',
    )
  })
})

describe('payments §7: who may take part in it', () => {
  test('Stripe alone takes part in the frame; with another address for Stripe.js that one alone', () => {
    expect(
      Object.values(stripeScript(undefined).sources)
        .join(' ')
        .split(' ')
        .map((source) => new URL(source).hostname)
        .every((host) => host.endsWith('.stripe.com')),
    ).toBe(true)
    expect(stripeScript('http://127.0.0.1:4711/stripe.js')).toEqual({
      url: 'http://127.0.0.1:4711/stripe.js',
      sources: {
        script: 'http://127.0.0.1:4711',
        connect: 'http://127.0.0.1:4711',
        frame: 'http://127.0.0.1:4711',
      },
    })
  })
})
