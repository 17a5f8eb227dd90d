import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { CheckoutView, TokenResponse } from '../contract/buyer.ts'
import type { SignedEvidence } from '../contract/evidence.ts'
import { type TestStore, aBuyer, aProduct, aSession, aStore } from '../testing/builders.ts'
import { call } from '../testing/http-call.ts'
import { openSpecService } from '../testing/servers/spec-service.ts'
import { partOf, startMailServer } from '../testing/servers/mail-server.ts'
import { textOf } from '../testing/store/page-text.ts'
import { sendForm } from '../testing/store/plain-forms.ts'

const mails = await startMailServer()
afterAll(() => mails.close())
const { service, sql } = await openSpecService({ env: { SMTP_URL: mails.url } })
let store: TestStore

const MUG = {
  name: 'Mug',
  description: 'Stoneware',
  translations: {
    fr: { name: 'Tasse', description: 'En grès' },
    sv: { name: 'Mugg' },
    ar: { name: 'كوب <b>' },
  },
}
const OPTIONS = [
  {
    id: 'standard',
    name: 'By post',
    fee: 490,
    translations: { fr: { name: 'La Poste' }, ar: { name: 'بريد' } },
  },
  { id: 'courier', name: 'Courier', fee: 990 },
]

beforeEach(async () => {
  await sql.rows('delete from mail_counts')
  store = await aStore(service, { deliveryOptions: OPTIONS, contactEmail: 'help@loom.example' })
  await aProduct(service, store, MUG)
})

const pageOf = (id: string, lang: string) =>
  call<string>('GET', `${service.checkoutUrl}/${id}?lang=${lang}`)
const buyPage = (lang: string) =>
  call<string>('GET', `${service.checkoutUrl}/buy/${store.id}/mug?lang=${lang}`)

const viewIn = async (id: string, language: string) =>
  (await (await aBuyer(service, id, { language })).send<CheckoutView>('GET', 'view')).body

const wordsOf = ({ item, deliveryOptions }: CheckoutView) => [
  item.name,
  ...deliveryOptions.map(({ name }) => name),
]

const CUSTOMER = { name: 'Ana Example', phone: '+34 600 123 456', email: 'ana@mail.example' }

/** Paid on a page in this language. */
async function anOrder(language: string) {
  const session = await aSession(service, store)
  const buyer = await aBuyer(service, session, { receiptKey: 'a'.repeat(32), language })
  const { body } = await buyer.pay({ customer: CUSTOMER })
  if (body.status !== 'complete') throw new Error(`not paid: ${JSON.stringify(body)}`)
  return { session, buyer, order: body.order }
}

const evidenceOf = async (orderNumber: string) =>
  (
    await service.call<SignedEvidence>('GET', `/v1/orders/${orderNumber}/evidence`, {
      token: store.keys.secret,
    })
  ).body.document

describe('contract §8: buyers read a product and its delivery in the language of their page', () => {
  test('the page, and the view for a script, have these words alone', async () => {
    const session = await aSession(service, store)
    for (const [lang, item, option] of [
      ['fr', 'Tasse', 'La Poste'],
      ['fr-CA', 'Tasse', 'La Poste'],
      ['de', 'Mug', 'By post'],
      ['en', 'Mug', 'By post'],
    ] as const) {
      const view = await viewIn(session, lang)
      expect(wordsOf(view)).toEqual([item, option, 'Courier'])
      expect(JSON.stringify(view)).not.toMatch(/translations|Mugg/)
      const { text } = await pageOf(session, lang)
      expect([text.includes(`>${item}<`), text.includes(option)]).toEqual([true, true])
      expect(text).not.toContain('Mugg')
    }
  })

  test('one page speaks one language: without a page in Swedish there are no Swedish words', async () => {
    const session = await aSession(service, store)
    expect(wordsOf(await viewIn(session, 'sv, fr;q=0.5'))[0]).toBe('Tasse')
    expect(wordsOf(await viewIn(session, 'sv'))[0]).toBe('Mug')
    expect(textOf(await pageOf(session, 'sv'))).toContain('Mug')
  })

  test('an element that names no language follows the language of the store', async () => {
    const session = await aSession(service, store)
    const { origin } = new URL(service.checkoutUrl)
    const headers = { origin, 'accept-language': 'fr' }
    for (const [lang, name] of [
      ['', 'Mug'],
      ['fr', 'Tasse'],
    ] as const) {
      const { body } = await call<TokenResponse>(
        'POST',
        `${service.checkoutUrl}/${session}/token?view=1&lang=${lang}`,
        { body: {}, headers },
      )
      expect(body.view?.item.name).toBe(name)
    }
  })

  test('words are text, in their own direction', async () => {
    const { text } = await pageOf(await aSession(service, store), 'ar')
    expect(text).toContain('<bdi translate="no">كوب &lt;b&gt;</bdi>')
    expect(text).not.toContain('كوب <b>')
    const buy = await buyPage('ar')
    expect(buy.text).toContain('<bdi translate="no">كوب &lt;b&gt;</bdi>')
    expect(buy.text).toContain('<meta property="og:title" content="كوب &lt;b&gt;">')
    expect(buy.text).not.toContain('كوب <b>')
  })

  test('a buy link and its preview speak the language of their page', async () => {
    const { text } = await buyPage('fr')
    expect(text).toContain('<title>Tasse — Loom &amp; Co</title>')
    expect(text).toContain('<meta property="og:title" content="Tasse">')
    expect(text).toContain('<meta property="og:description" content="En grès">')
    expect(text).toContain('"name":"Tasse"')
    expect(text).toContain('<p class="about">En grès</p>')
    expect((await buyPage('de')).text).toContain('<meta property="og:title" content="Mug">')
  })

  test('a session keeps the words of its creation', async () => {
    const session = await aSession(service, store)
    const options = OPTIONS.map((option) => ({ ...option, translations: { fr: { name: 'X' } } }))
    await service.platform('PATCH', `/stores/${store.id}`, { deliveryOptions: options })
    await aProduct(service, store, { ...MUG, translations: { fr: { name: 'Y' } } })
    expect(wordsOf(await viewIn(session, 'fr'))).toEqual(['Tasse', 'La Poste', 'Courier'])
    expect(wordsOf(await viewIn(await aSession(service, store), 'fr'))).toEqual(['Y', 'X', 'X'])
  })

  test('a session of a product without names in other languages keeps nothing of it', async () => {
    await aProduct(service, store, { ...MUG, translations: { fr: { description: 'En grès' } } })
    const session = await aSession(service, store)
    expect(
      await sql.rows('select item_translations as kept from checkout_sessions where id = $1', [
        session,
      ]),
    ).toEqual([{ kept: null }])
  })
})

describe('contract §8: an order keeps what its buyer read', () => {
  test('its details begin with the name of the option, and the evidence shows these words', async () => {
    const { order } = await anOrder('fr')
    expect(order.fulfillment.details).toBe('La Poste, Calle Mayor 1, Madrid')
    expect((await evidenceOf(order.orderNumber)).shown).toMatchObject({
      product: 'Tasse',
      deliveryOptions: [
        { id: 'standard', name: 'La Poste', fee: 490 },
        { id: 'courier', name: 'Courier', fee: 990 },
      ],
    })
    const english = await anOrder('en')
    expect(english.order.fulfillment.details).toBe('By post, Calle Mayor 1, Madrid')
    const { shown } = await evidenceOf(english.order.orderNumber)
    expect(shown.product).toBe('Mug')
    expect(JSON.stringify(shown)).not.toContain('translations')
  })

  test('the receipt in another language keeps the delivery as it was read, masked and in full', async () => {
    const { session, buyer, order } = await anOrder('fr')
    const full = (await buyer.send<CheckoutView>('GET', 'view')).body
    expect(full.order).toEqual(order)
    expect(wordsOf(full)).toEqual(['Tasse', 'La Poste', 'Courier'])
    const masked = await viewIn(session, 'en')
    expect(wordsOf(masked)).toEqual(['Mug', 'La Poste', 'Courier'])
    expect(masked.order?.fulfillment.details).toBe('La Poste')
    expect(JSON.stringify(masked)).not.toContain('Calle Mayor')
  })

  test('the mail and the page to withdraw are in the language of the purchase and of the page', async () => {
    const { order, session } = await anOrder('fr')
    const textsOf = () => mails.received.map(({ source }) => partOf(source, 'text/plain'))
    const ofOrder = () => textsOf().find((text) => text.includes(order.orderNumber))
    await expect.poll(ofOrder).toBeDefined()
    expect(ofOrder()).toMatch(/Tasse[^]*La Poste, Calle Mayor 1/)
    expect(ofOrder()).not.toMatch(/Mug|By post/)
    const asked = await sendForm(
      `${service.checkoutUrl}/withdraw?lang=fr&session=${session}`,
      { order: order.orderNumber, contact: CUSTOMER.email },
      '198.51.100.7',
    )
    expect(textOf(asked)).toContain('Tasse')
  })

  test('of an erased buyer the name of the option stays, in the language that was read', async () => {
    const { order } = await anOrder('fr')
    await service.platform('POST', `/stores/${store.id}/buyers/erase`, { email: CUSTOMER.email })
    expect(await evidenceOf(order.orderNumber)).toMatchObject({
      customer: null,
      fulfillment: { details: 'La Poste' },
      shown: { product: 'Tasse' },
    })
  })

  test('what the merchant’s server reads of an order has the default words, but for its details', async () => {
    const { order } = await anOrder('fr')
    const read = await service.call('GET', `/v1/orders/${order.orderNumber}`, {
      token: store.keys.secret,
    })
    expect(read.body).toMatchObject({
      product: 'mug',
      fulfillment: { details: 'La Poste, Calle Mayor 1, Madrid' },
    })
    expect(read.text).not.toContain('Tasse')
  })
})
