import { describe, expect, test } from 'vitest'
import { type TestStore, aProduct, aStore } from '../../testing/builders.ts'
import { call } from '../../testing/http-call.ts'
import { searchProblems } from '../../testing/search-rules.ts'
import { sendForm } from '../../testing/store/plain-forms.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'

const { service, sql } = await openSpecService()
const SHOP = 'https://shop.example'
const store = await aStore(service, {
  allowedOrigins: [SHOP],
  deliveryOptions: [
    { id: 'express', name: 'Express', fee: 1250 },
    { id: 'standard', name: 'Standard', fee: 490 },
  ],
})
await aProduct(service, store, {
  slug: 'shirt',
  name: 'Linen shirt',
  price: 4900,
  description: 'Woven in Galicia.',
  imageUrl: 'https://cdn.example/shirt.webp',
  variants: [
    { size: 'M', colorName: 'Sand', stock: 0 },
    { size: 'M', colorName: 'Ink', stock: 5 },
    { size: 'L', colorName: 'Sand', stock: 2 },
    { size: 'L', colorName: 'Ink', stock: 3 },
  ],
})

const linkOf = ({ id }: Pick<TestStore, 'id'>, rest: string) =>
  `${service.checkoutUrl}/buy/${id}/${rest}`

const show = (address: string) =>
  call<string>('GET', address, { headers: { 'accept-language': 'en' } })

describe('contract §7: a page that can be found', () => {
  test('the page describes itself in one short line, and keeps the rules of searches', async () => {
    const long = `Woven in Galicia,\n${'by hand and with care '.repeat(20)}`
    await aProduct(service, store, { slug: 'short', description: 'Woven in Galicia.' })
    await aProduct(service, store, { slug: 'long', description: long })
    await aProduct(service, store, { slug: 'plain', name: 'Plain mug' })
    const described = async (slug: string) => {
      const { text, headers } = await show(linkOf(store, slug))
      expect(searchProblems(text)).toEqual([])
      expect(headers.get('x-robots-tag')).toBeNull()
      return /<meta name="description" content="([^"]*)">/.exec(text)?.[1] ?? ''
    }
    expect(await described('short')).toBe('Woven in Galicia.')
    expect(await described('plain')).toBe('Plain mug — Loom &amp; Co')
    expect(await described('long')).toMatch(/^Woven in Galicia, by hand and .{90,140}…$/)
  })
})

/** Of each radio that is chosen, its value. */
const chosenIn = ({ text }: { text: string }) =>
  [...text.matchAll(/<input\s[^>]*type="radio"[^>]*>/g)]
    .filter(([radio]) => / checked/.test(radio))
    .map(([radio]) => /value="([^"]*)"/.exec(radio)?.[1])

const quantityIn = ({ text }: { text: string }) =>
  /type="number"[^>]* value="(\d+)"/.exec(text)?.[1]

describe('contract §7: a page that sells', () => {
  test('title and price come first, then the picture, the choices, the button, the description', async () => {
    const { text } = await show(linkOf(store, 'shirt'))
    const parts = [
      '<h1>',
      'class="price"',
      '<img',
      'type="radio"',
      'type="number"',
      'class="pay"',
      'class="about"',
    ]
    const indexes = parts.map((part) => text.indexOf(part))
    expect(indexes).toEqual(indexes.toSorted((one, other) => one - other))
    expect(indexes).not.toContain(-1)
  })

  test('the page says from what price it delivers', async () => {
    expect((await show(linkOf(store, 'shirt'))).text).toMatch(
      /Delivery ·\u00a0<bdi>from €4\.90<\/bdi>/,
    )
    const free = await aStore(service)
    await aProduct(service, free)
    expect((await show(linkOf(free, 'mug'))).text).toMatch(/Delivery ·\u00a0<bdi>Free<\/bdi>/)
    const collected = await aStore(service, {
      deliveryOptions: [
        {
          id: 'shop',
          name: 'Shop',
          fee: 100,
          kind: 'collection',
          place: { name: 'Shop', address: 'Luna 4' },
        },
      ],
    })
    await aProduct(service, collected)
    expect((await show(linkOf(collected, 'mug'))).text).toMatch(/Pickup ·\u00a0<bdi>€1\.00<\/bdi>/)
  })

  test('the first pair in stock is chosen, and only a pair that is sold out looks so', async () => {
    const page = await show(linkOf(store, 'shirt'))
    expect(chosenIn(page)).toEqual(['M', 'Ink'])
    const rules = [...page.text.matchAll(/#(\w+-\d):checked\) \.option:has\(#(\w+-\d)\)/g)]
    expect(rules.map(([, one, other]) => [one, other])).toEqual([
      ['size-0', 'color-0'],
      ['color-0', 'size-0'],
    ])
  })

  test('a missing choice is said in our own words, and the browser’s bubble stays away', async () => {
    const { text } = await show(linkOf(store, 'shirt'))
    expect(text).toMatch(/<form [^>]*novalidate/)
    const page = await sendForm(`${linkOf(store, 'shirt')}?lang=en`, { size: 'L' })
    expect([page.status, page.text.match(/Choose one of these/g)?.length]).toEqual([422, 1])
    expect(chosenIn(page)).toEqual(['L'])
  })
})

describe('contract §7: a buyer who changes their mind', () => {
  test('the checkout leads back to the page, with what was chosen, and all of it can be changed', async () => {
    const pressed = await sendForm(`${linkOf(store, 'shirt')}?lang=en`, {
      size: 'L',
      color: 'Ink',
      quantity: '2',
    })
    const checkout = await show(pressed.headers.get('location') ?? '')
    const [, href = ''] =
      /<p class="back"><a href="([^"]*)"[^>]*>.*?<span>Change<\/span>/s.exec(checkout.text) ?? []
    const page = await show(href.replaceAll('&amp;', '&'))
    expect(chosenIn(page)).toEqual(['L', 'Ink'])
    expect(quantityIn(page)).toBe('2')
    expect(page.text).not.toContain('type="hidden"')
  })

  test('what was chosen and is gone is not chosen any more', async () => {
    const page = await show(`${linkOf(store, 'shirt')}?size=M&color=Sand&quantity=9&change=1`)
    expect(chosenIn(page)).toEqual(['M', 'Ink'])
    expect(quantityIn(page)).toBe('5')
  })

  test('a session that has expired starts again, although the store’s list does not name our page', async () => {
    await sql.rows('update stores set restarts = true where id = $1', [store.id])
    const pressed = await sendForm(linkOf(store, 'shirt'), {
      size: 'L',
      color: 'Ink',
      quantity: '1',
    })
    const address = pressed.headers.get('location') ?? ''
    const id = new URL(address).pathname.split('/').at(-1)
    await service.platform('POST', '/test-provider/expire-session', { sessionId: id })
    const again = await sendForm(address, { again: '1' })
    expect(again.status).toBe(303)
    expect((await show(again.headers.get('location') ?? '')).text).toContain('<span>Change</span>')
  })
})

describe('contract §7: a sign to print', () => {
  test('it has the store, the product, its price and the code, in the store’s language', async () => {
    const { status, text, headers } = await call<string>('GET', `${linkOf(store, 'shirt')}/print`, {
      headers: { 'accept-language': 'de' },
    })
    expect(status).toBe(200)
    for (const part of [
      'Loom &amp; Co',
      'Linen shirt',
      '€49.00',
      'Scan to buy',
      'size: 105mm 148mm',
    ])
      expect(text).toContain(part)
    expect(text).toContain(`src="${linkOf(store, 'shirt')}.svg"`)
    expect(text).toMatch(/\.code \{ inline-size: 60mm; block-size: 60mm; \}/)
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect((await show(`${linkOf(store, 'nothing')}/print`)).status).toBe(404)
  })
})
