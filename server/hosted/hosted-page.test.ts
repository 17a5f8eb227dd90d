import { describe, expect, test } from 'vitest'
import { aView, anOrder } from '../../widget/test/a-view.ts'
import type { CheckoutView } from '../contract/buyer.ts'
import { renderCardPage } from './card-page.ts'
import { renderHostedPage, textOf } from './hosted-page.ts'
import { renderErrorPage, renderNotFoundPage } from './plain-pages.ts'
import { SOME_ASSETS } from '../testing/some-widget-assets.ts'

const assets = {
  ...SOME_ASSETS,
  pageStyles: {
    ...SOME_ASSETS.pageStyles,
    form: '.form{}',
    fullForm: '.fullForm{}',
    result: '.result{}',
    both: '.both{}',
  },
}
const COUNTRIES: CheckoutView['deliveryCountries'] = [
  { country: 'NO', fields: ['place', 'postalCode', 'city'] },
]
const SELLER = {
  legalName: 'Nordic Atelier AS',
  address: 'Storgata 12, Oslo',
  termsUrl: 'https://shop.example/terms',
  privacyUrl: 'https://shop.example/privacy',
  mustAgree: true,
}
const COLLECTED: CheckoutView['deliveryOptions'] = [
  {
    id: 'shop',
    name: 'Our shop',
    fee: 0,
    place: { name: 'Our shop', address: 'Storgata 12\n0184 Oslo' },
  },
]
const page = { assets, nonce: 'n0nce', language: 'en', takesPlainCards: true }
const rendered = (view = aView()) =>
  textOf(renderHostedPage({ ...page, view, checkoutUrl: 'https://pay.example/checkout' }))
const aFailed = (code: string) => ({ status: 'failed', code, message: '' }) as const
const hostile = `</script><!--<script>alert(1)</script><img src=x onerror=alert(1)>"'\u2028&{{`

describe('contract §5: the hosted page', () => {
  test('the hosted page shows what is sold, its amounts and deadline before any script runs', () => {
    const html = rendered()
    const shown = [
      'Nordic Atelier',
      'Linen overshirt',
      'M ·\u00a0Indigo ·\u00a0Qty 2',
      '$129.00',
      '$5.00',
      '$134.00',
    ]
    expect(shown.filter((text) => !html.includes(text))).toEqual([])
    expect(html).toMatch(/Price held for you until 10:00 UTC/)
    expect(html).toContain('<title>Pay Nordic Atelier</title>')
  })
  test('the hosted page gives the script its nonce, its hash and an address that never changes', () => {
    expect(rendered()).toContain(
      '<script type="module" src="https://pay.example/checkout/hosted-checkout-1.2.3-0123456789.js" ' +
        'integrity="sha384-abc" crossorigin nonce="n0nce"></script>',
    )
  })
  test('the hosted page has no inline style or handler, and a nonce on every script that runs', () => {
    const html = rendered()
    expect(html).not.toMatch(/<[^>]+\s(style|on\w+)=/)
    const [data, ...scripts] = html.match(/<script\b[^>]*>/g) ?? []
    expect(data).toBe('<script type="application/json" data-checkout>')
    expect(scripts).toHaveLength(3)
    for (const tag of scripts) expect(tag).toContain('nonce="n0nce"')
  })
  test.each([
    ['the form', {}, 'form'],
    ['the form with an address in parts', { deliveryCountries: COUNTRIES }, 'fullForm'],
    [
      'the form with terms to agree to',
      { store: { ...aView().store, seller: SELLER } },
      'fullForm',
    ],
    [
      'the form of a store from which the buyer may collect',
      { deliveryOptions: COLLECTED },
      'fullForm',
    ],
    ['the form with a long name', { item: { ...aView().item, name: 'x'.repeat(80) } }, 'fullForm'],
    ['the receipt', { status: 'complete', order: anOrder() }, 'result'],
    ['what came in the place of the form', { status: 'expired' }, 'result'],
    [
      'the form with what came of it',
      { attempt: { status: 'failed', code: 'card_declined', message: '' } },
      'both',
    ],
    ['the form of a payment that goes on', { attempt: { status: 'processing' } }, 'both'],
    ['the form whose time runs out', { now: '2026-11-21T09:56:00.000Z' }, 'both'],
  ] as const)('the page of %s has the sheet of that alone in its head', (_what, over, shown) => {
    expect(rendered(aView(over)).match(/<style>.*?<\/style>/g)).toEqual([
      `<style>.${shown}{}</style>`,
    ])
  })
  test.each([
    ['09:54:59', []],
    ['09:55:00', ['Less than 5 minutes left.']],
    ['09:55:30', ['Less than 5 minutes left.']],
    ['09:59:30', ['Less than 1 minute left.']],
    ['10:00:00', []],
  ])('the page at %s says how long a link still holds that ends at 10:00: %j', (time, said) => {
    const html = rendered(aView({ now: `2026-11-21T${time}.000Z` }))
    expect(html.match(/Less than \d minutes? left\./g) ?? []).toEqual(said)
    expect(html.includes('Pay by <bdi translate="no">10:00 UTC</bdi>')).toBe(said.length > 0)
  })
  test('the page of a paid session shows the receipt, never the form', () => {
    const html = rendered(aView({ status: 'complete', order: anOrder() }))
    expect(html).toContain('ABCDE-12345')
    expect(html).not.toContain('<form')
    expect(html).toContain('<title>Paid — Nordic Atelier</title>')
  })
  test.each([
    [{ status: 'expired' }, 'Link expired — Nordic Atelier'],
    [{ attempt: { status: 'processing' } }, 'Pay Nordic Atelier'],
    [{ attempt: aFailed('card_declined') }, 'Error: Pay Nordic Atelier'],
    [{ attempt: aFailed('too_many_attempts') }, 'Not available — Nordic Atelier'],
  ] as const)('the page of %j has the title that the script gives it', (over, title) => {
    expect(rendered(aView(over))).toContain(`<title>${title}</title>`)
  })
  test.each([
    [{ type: 'unavailable', why: { reason: 'sold_out' } }, 'Not available — Nordic Atelier'],
    [
      { type: 'unavailable', why: { reason: 'insufficient_stock' } },
      'Not available — Nordic Atelier',
    ],
    [{ type: 'ready', problem: { type: 'rate_limited' } }, 'Error: Pay Nordic Atelier'],
    [{ type: 'ready' }, 'Pay Nordic Atelier'],
  ] as const)(
    'without script, both pages of %j have the title that the script gives',
    (shown, title) => {
      const view = aView()
      const state = { ...shown, view }
      const card = renderCardPage({
        ...page,
        state,
        detailsUrl: 'https://pay.example/checkout/cs_1',
      })
      const hosted = renderHostedPage({ ...page, view, state, checkoutUrl: 'https://pay.example' })
      for (const one of [card, hosted]) expect(textOf(one)).toContain(`<title>${title}</title>`)
    },
  )
  test('the page of an expired link says that it charged nobody', () => {
    expect(rendered(aView({ status: 'expired' }))).toContain('You were not charged.')
  })
  test('a page whose payment goes on is not loaded again under the hands of its reader', () => {
    const html = rendered(aView({ attempt: { status: 'processing' } }))
    expect(html).not.toContain('http-equiv')
    expect(html).toMatch(/You do not need to pay again\.\s*<a href="">Check again<\/a>/)
  })
  test('directly above Pay is what is bought, below the box for the terms and every message', () => {
    const store = { ...aView().store, seller: SELLER }
    const html = rendered(aView({ store, now: '2026-11-21T09:56:00.000Z' }))
    const [, before = '', recap = ''] =
      /^(.*)<p class="recap">(.*?)<\/p>\s*<button class="pay" part="button" data-pay/s.exec(html) ??
      []
    expect(recap.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ')).toBe(
      'Linen overshirt · M · Indigo · Qty 2 Delivery $5.00 Total $134.00',
    )
    expect(before).toMatch(/id="agreed".*data-live="notice".*Less than 4 minutes left\./s)
  })
  test.each([
    ['challenge', 'Your bank needs you to confirm this payment.', 'Continue to your bank', ''],
    ['redirect', 'You need to confirm this payment on another page.', 'Continue', ''],
    ['instructions', 'You need to confirm this payment on another page.', 'Continue', '_blank'],
  ] as const)(
    'without script, a %s is a button to it, in a notice',
    (type, said, label, target) => {
      const action = { type, url: 'https://bank.example/q?a=1&b=2' }
      const html = rendered(aView({ attempt: { status: 'processing', action } }))
      const [, below = ''] = html.split('<div class="noscript instead notice info">')
      const [, text, link = '', words] =
        /<strong>(.*?)<\/strong>[^]*?<a([^>]*)>([^<]*)<\/a/.exec(below) ?? []
      expect([text, words?.trim()]).toEqual([said, label])
      expect(link).toMatch(/class="primary"\s+href="https:\/\/bank\.example\/q\?a=1&amp;b=2"/)
      expect(/target="(.*?)"/.exec(link)?.[1] ?? '').toBe(target)
    },
  )
  test('a translating browser leaves amounts alone, and takes the word for none', () => {
    const of = (fee: number) =>
      rendered(
        aView({
          deliveryOptions: [{ id: 'post', name: 'Post', fee }],
          amounts: { subtotal: 12900, fee, total: 12900 + fee },
        }),
      )
    expect(of(500)).toContain('<dd data-amount="fee"><bdi translate="no">$5.00</bdi></dd>')
    expect(of(0)).toContain('<dd data-amount="fee">Free</dd>')
  })
  test.each([
    [
      'its mail address',
      { contactEmail: 'help@shop.example', contactPhone: '+46 31 1' },
      'mailto:help@shop.example',
    ],
    ['its phone', { contactPhone: '+46 31 1' }, 'tel:+46311'],
    ['its page without a contact', {}, 'https://shop.example/cart'],
  ])('without script, the page of a store whose cards need one leads to %s', (_, contact, href) => {
    const view = aView({
      store: { ...aView().store, ...contact },
      cancelUrl: 'https://shop.example/cart',
    })
    const checkoutUrl = 'https://pay.example/checkout'
    const html = textOf(renderHostedPage({ ...page, takesPlainCards: false, view, checkoutUrl }))
    expect(html).toMatch(/To pay by card here you need JavaScript, which did not load\./)
    expect(html).toContain(
      `or contact <a href="${href}"><bdi translate="no">Nordic Atelier</bdi></a>.`,
    )
    expect(html).not.toContain('Continue to card details')
  })
  test('the page shows the address that the merchant has prefilled before any script runs', () => {
    const details = 'Calle Mayor 1 <b>\n28013 Madrid'
    expect(rendered(aView({ customer: { details } }))).toContain(
      '>Calle Mayor 1 &lt;b&gt;\n28013 Madrid</textarea>',
    )
  })
  test('the hosted page links to web addresses only', () => {
    expect(rendered(aView({ cancelUrl: 'javascript:alert(1)' }))).not.toContain('href="javascript:')
    expect(rendered(aView({ cancelUrl: 'https://shop.example/cart' }))).toContain(
      'href="https://shop.example/cart"',
    )
  })
})

describe('contract §5: security: text from outside', () => {
  const view = aView({
    store: { name: hostile, language: 'en' },
    item: {
      name: hostile,
      imageUrl: 'https://img.example/"onerror="alert(1)',
      size: hostile,
      color: hostile,
      quantity: 1,
      unitPrice: 100,
    },
    customer: { name: hostile, phone: hostile, email: hostile, details: hostile },
    deliveryOptions: [
      { id: hostile, name: hostile, fee: 0 },
      { id: 'b', name: hostile, fee: 1 },
    ],
  })
  const received = aView({
    status: 'complete',
    order: anOrder({
      orderNumber: hostile,
      customer: { name: hostile, phone: hostile },
      fulfillment: { method: 'DELIVERY', details: hostile, fee: 0 },
    }),
  })

  test.each([
    ['form', view, 4],
    ['receipt', received, 3],
  ])('text from outside stays text in the %s', (_, hostileView, scripts) => {
    const html = rendered(hostileView)
    expect(html).not.toContain('<img src=x')
    expect(html).not.toContain('<script>alert')
    expect(html.match(/<script/g)).toHaveLength(scripts)
    expect(html.match(/<\/script>/g)).toHaveLength(scripts)
    expect(html.replaceAll(/"[^"]*"/g, '""')).not.toMatch(/<[^>]+\sonerror=/)
  })
  test('text from outside comes back whole out of the data that the element reads', () => {
    const [, json] = /data-checkout>(.*)<\/script>/.exec(rendered(view)) ?? []
    expect(json).not.toMatch(/[<\u2028]/)
    expect(JSON.parse(json ?? '').view).toEqual(view)
  })
})

describe('contract §5: the other pages', () => {
  test('the page of an unknown id says nothing about it', () => {
    expect(textOf(renderNotFoundPage(page))).toContain('Page not found')
    expect(textOf(renderNotFoundPage(page))).not.toContain('<script')
  })
  test('the page of a failure promises nothing, and what it offers works without script', () => {
    const html = textOf(renderErrorPage(page))
    expect(html).toContain('Reload it to see whether you have paid.')
    expect(html).not.toMatch(/not charged|<button|<script/)
    expect(html).toMatch(/<a class="primary" href="">\s*<span>Try again<\/span>/)
  })
})
