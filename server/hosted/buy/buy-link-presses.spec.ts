import { describe, expect, test } from 'vitest'
import { type TestStore, aProduct, aStore, countStatuses } from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { call } from '../../testing/http-call.ts'
import { sendForm } from '../../testing/store/plain-forms.ts'
import { readQrCode } from '../../testing/store/read-qr-code.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { createTestClocks, spentForGood } from '../../testing/test-clocks.ts'

const BURST = 10
// Nothing grows back while a slow machine asks.
const { service, sql } = await openSpecService({
  rateLimit: spentForGood(BURST),
  clocks: createTestClocks(),
})

const SHOP = 'https://shop.example'

const linkOf = ({ id }: Pick<TestStore, 'id'>, rest = 'mug') =>
  `${service.checkoutUrl}/buy/${id}/${rest}`

async function aShop(fields: Record<string, unknown> = {}) {
  const store = await aStore(service, fields)
  await aProduct(service, store)
  return store
}

const sessionsOf = async ({ id }: TestStore) =>
  (await sql.rows('select id from checkout_sessions where store_id = $1', [id])).length

describe('contract §7: a press opens a session without a key, within limits', () => {
  test('a network opens a fifth of what a key may, and reads when to try again', async () => {
    const store = await aShop()
    const [one, other] = await Promise.all(
      ['198.51.100.7', '203.0.113.9'].map((from) =>
        Promise.all(Array.from({ length: 4 }, () => sendForm(linkOf(store), {}, from))),
      ),
    )
    for (const answers of [one!, other!]) {
      expect(countStatuses(answers)).toEqual({ 303: BURST / 5, 429: 4 - BURST / 5 })
      const refused = answers.find(({ status }) => status === 429)!
      expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
      expect(refused.text).toMatch(/role="alert"[^]*Too many attempts in a short time/)
    }
    expect(await sessionsOf(store)).toBe((2 * BURST) / 5)
  })

  test('all networks together open as many as a key may', async () => {
    const store = await aShop()
    const answers = await Promise.all(
      Array.from({ length: BURST + 2 }, (_, index) =>
        sendForm(linkOf(store), {}, `198.51.100.${index}`),
      ),
    )
    expect(countStatuses(answers)).toEqual({ 303: BURST, 429: 2 })
  })

  test('a script’s press that leads elsewhere is refused before it counts', async () => {
    const store = await aShop()
    const { status, headers } = await call('POST', `${linkOf(store)}?success_url=${SHOP}/`, {
      headers: { accept: 'application/json', origin: new URL(service.checkoutUrl).origin },
    })
    expect([status, headers.get('ratelimit-remaining')]).toEqual([400, null])
  })

  test('a browser that hides the origin of our form, and says that it is ours, opens one', async () => {
    const store = await aShop()
    const pressed = (site: string) =>
      call('POST', linkOf(store), {
        text: '',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          origin: 'null',
          'sec-fetch-site': site,
        },
      })
    expect((await pressed('same-origin')).status).toBe(303)
    expect((await pressed('same-site')).status).toBe(403)
  })

  test('what the buyer chooses counts before an address that asks for what is gone', async () => {
    const store = await aShop()
    const variants = [
      { size: 'M', stock: 5 },
      { size: 'L', stock: 5 },
      { size: 'XL', stock: 0 },
    ]
    await aProduct(service, store, { variants })
    const chosen = { size: 'M', quantity: '2' }
    expect((await sendForm(`${linkOf(store)}?size=XL&quantity=6`, chosen)).status).toBe(303)
    const opened = 'select size, quantity from checkout_sessions where store_id = $1'
    expect(await sql.rows(opened, [store.id])).toEqual([{ size: 'M', quantity: 2 }])
  })

  test('a press holds no unit until it is paid', async () => {
    const store = await aShop()
    await aProduct(service, store, { variants: [{ stock: 1 }] })
    const answers = [await sendForm(linkOf(store), {}), await sendForm(linkOf(store), {})]
    expect(countStatuses(answers)).toEqual({ 303: 2 })
  })
})

describe('contract §7: a quantity that nobody can buy is said, never changed', () => {
  test.each(['501', '101', '0', '-1', '1.5', 'abc', '1e3'])('the quantity %s', async (quantity) => {
    const store = await aShop()
    const link = linkOf(store)
    const english = '?lang=en&quantity='
    const pages = [
      await call<string>('GET', `${link}${english}${quantity}`),
      await sendForm(`${link}?lang=en`, { quantity }),
      await sendForm(`${link}${english}${quantity}`, {}),
    ]
    expect(pages.map(({ status }) => status)).toEqual([200, 422, 422])
    for (const { text } of pages) {
      expect(text).toContain('Choose a quantity from 1 to 10.')
      expect(text).toMatch(/name="quantity"[^>]* aria-invalid="true"/)
    }
    expect((await sendForm(`${link}${english}2`, { quantity })).status).toBe(422)
    expect(await sessionsOf(store)).toBe(0)
  })

  test('an address that asks for more than is left says how many that is', async () => {
    const store = await aShop()
    const show = (quantity: string) =>
      call<string>('GET', `${linkOf(store)}?lang=en&quantity=${quantity}`)
    expect((await show('11')).text).toMatch(/role="alert"[^]*Only 10 left/)
    await aProduct(service, store, { variants: [{ stock: 500 }] })
    expect((await show('101')).text).toContain('Choose a quantity from 1 to 100.')
    expect((await show('100')).text).toContain('name="quantity" value="100"')
    await aProduct(service, store, { variants: [{ stock: 1 }] })
    for (const quantity of ['2', '501'])
      expect((await show(quantity)).text).toContain('Only 1 left')
    expect((await show('1')).text).not.toContain('Only 1 left')
  })
})

describe('contract §7: the button in a merchant’s page', () => {
  const ask = (address: string, origin?: string) =>
    call<{ url: string }>('POST', address, {
      text: '',
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        ...(origin !== undefined && { origin, 'sec-fetch-site': 'cross-site' }),
      },
    })

  test('a page that the store allows gets the address of the session', async () => {
    const store = await aShop({ allowedOrigins: [SHOP] })
    const answer = await ask(`${linkOf(store)}?quantity=2&lang=de&success_url=${SHOP}/`, SHOP)
    expect(answer.status).toBe(201)
    expect(answer.body.url).toMatch(/\/checkout\/cs_\w{32}\?lang=de$/)
    expect(answer.headers.get('access-control-allow-origin')).toBe(SHOP)
    expect(await sessionsOf(store)).toBe(1)
  })

  test('a page that the store does not allow opens nothing', async () => {
    const store = await aShop({ allowedOrigins: [SHOP] })
    for (const origin of ['https://evil.example', 'null']) {
      const answer = await ask(linkOf(store), origin)
      expectError(answer, 403, 'origin_not_allowed')
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    }
    expect(await sessionsOf(store)).toBe(0)
  })

  test('without allowed origins every page may ask, as with a public key, and none leads back', async () => {
    const store = await aShop()
    expect((await ask(linkOf(store), SHOP)).status).toBe(201)
    expectError(
      await ask(`${linkOf(store)}?success_url=${SHOP}/`, SHOP),
      400,
      'invalid_request',
      /^success_url: /,
    )
  })

  test('what cannot be bought is told in the words of the API', async () => {
    const store = await aShop()
    expectError(await ask(linkOf(store, 'nothing')), 404, 'product_not_found')
    expectError(await ask(`${linkOf(store)}?quantity=11`), 409, 'insufficient_stock')
    expectError(await ask(`${linkOf(store)}?size=M`), 400, 'variant_not_found')
    for (const quantity of ['0', '501', '1.5'])
      expectError(
        await ask(`${linkOf(store)}?quantity=${quantity}`),
        400,
        'invalid_request',
        /^quantity: must be a whole number from 1 to 100$/,
      )
  })
})

describe('contract §5: Language, of a buy link', () => {
  test('another language keeps what the address has chosen', async () => {
    const link = linkOf(await aShop())
    const show = (query: string) =>
      call<string>('GET', `${link}${query}`, { headers: { 'accept-language': 'en' } })
    const page = await show('?size=M&quantity=2')
    const [, list = ''] = /href="(\?[^"]*lang=[^"]*)"/.exec(page.text) ?? []
    const languages = await show(list.replaceAll('&amp;', '&'))
    expect(languages.text).toContain('<a href="?size=M&amp;quantity=2&amp;lang=de" lang="de">')
  })

  test('the list of languages shows the store’s logo, wherever that is', async () => {
    const store = await aShop()
    const logo = 'https://pictures.example/logo.webp'
    await sql.rows('update stores set logo_url = $2 where id = $1', [store.id, logo])
    const list = await call<string>('GET', `${linkOf(store)}?lang=&was=de`)
    expect(list.text).toContain(`<img src="${logo}"`)
    expect(list.headers.get('content-security-policy')).toContain(
      "img-src 'self' https://pictures.example;",
    )
  })
})

describe('contract §7: QR code', () => {
  const codeOf = (address: string, headers: Record<string, string> = {}) =>
    call<string>('GET', address, { headers })

  test('the code holds the link with all that its address asks for', async () => {
    const store = await aShop({ allowedOrigins: [SHOP] })
    const { status, text, headers } = await codeOf(`${linkOf(store)}.svg?size=&quantity=2&lang=de`)
    expect(status).toBe(200)
    expect(readQrCode(text)).toBe(`${linkOf(store)}?quantity=2&lang=de`)
    expect(readQrCode((await codeOf(`${linkOf(store)}.svg`)).text)).toBe(linkOf(store))
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': expect.stringMatching(/^image\/svg\+xml/),
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=86400',
      'x-robots-tag': 'noindex, nofollow',
    })
    expect(await sessionsOf(store)).toBe(0)
  })

  test('a code leads back where the link may, and is small enough for a camera', async () => {
    const store = await aShop({ allowedOrigins: [SHOP] })
    const codeFor = (address: string) =>
      codeOf(`${linkOf(store)}.svg?success_url=${encodeURIComponent(address)}`)
    expect(readQrCode((await codeFor(`${SHOP}/thanks`)).text)).toContain('shop.example%2Fthanks')
    expectError(await codeFor('https://evil.example/'), 400, 'invalid_request', /^success_url: /)
    const { length } = `${linkOf(store)}?success_url=${encodeURIComponent(`${SHOP}/`)}`
    expect((await codeFor(`${SHOP}/${'a'.repeat(300 - length)}`)).status).toBe(200)
    const tooLong = await codeFor(`${SHOP}/${'a'.repeat(301 - length)}`)
    expectError(tooLong, 400, 'invalid_request', /QR code/)
  })

  test('what is no language is not in a code', async () => {
    const store = await aShop()
    for (const lang of ['1', 'de de', 'de-', 'd'.repeat(9), `de${'-abcdefgh'.repeat(4)}`])
      expect(
        readQrCode((await codeOf(`${linkOf(store)}.svg?lang=${encodeURIComponent(lang)}`)).text),
      ).toBe(linkOf(store))
    expect(readQrCode((await codeOf(`${linkOf(store)}.svg?lang=zh-Hant-TW`)).text)).toBe(
      `${linkOf(store)}?lang=zh-Hant-TW`,
    )
  })

  test('a network has a few codes drawn, and gets as many as it likes of those that were', async () => {
    const store = await aShop()
    const codes = (from: string, count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, quantity) =>
          codeOf(`${linkOf(store)}.svg?quantity=${quantity}`, { 'x-forwarded-for': from }),
        ),
      )
    const drawn = await codes('198.51.100.80', 20)
    const more = await codes('198.51.100.80', 22)
    expect(countStatuses(drawn)).toEqual({ 200: 20 })
    expect(countStatuses(more)).toEqual({ 200: 20, 429: 2 })
    expect(more.slice(0, 20).map(({ text }) => text)).toEqual(drawn.map(({ text }) => text))
    const refused = more.at(-1)!
    expectError(refused, 429, 'rate_limited')
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(countStatuses(await codes('203.0.113.80', 22))).toEqual({ 200: 22 })
  })

  test('a slug that ends like a code has a link of its own', async () => {
    const store = await aShop()
    const { buyUrl } = await aProduct(service, store, { slug: 'a/b ü.svg', name: 'A picture' })
    expect(buyUrl).toBe(linkOf(store, 'a%2Fb%20%C3%BC%2Esvg'))
    expect((await codeOf(buyUrl)).text).toContain('A picture')
    expect(readQrCode((await codeOf(`${buyUrl}.svg`)).text)).toBe(buyUrl)
  })
})

describe('contract §7: choices that are not for sale together', () => {
  test('while one is chosen, the page says that the other is sold out', async () => {
    const store = await aShop()
    await aProduct(service, store, {
      variants: [
        { size: 'M', colorName: 'Sand', stock: 1 },
        { size: 'M', colorName: 'Ink', stock: 1 },
        { size: 'L', colorName: 'Ink', stock: 1 },
      ],
    })
    const { text } = await call<string>('GET', linkOf(store))
    const rules = [...text.matchAll(/:has\(#([\w-]+):checked\) #([\w-]+)~\.gone/g)]
    expect(rules.map(([, one, other]) => [one, other])).toEqual([
      ['size-1', 'color-0'],
      ['color-0', 'size-1'],
    ])
  })
})
