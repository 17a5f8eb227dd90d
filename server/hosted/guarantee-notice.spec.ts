import { afterAll, describe, expect, test } from 'vitest'
import { type CheckoutView, TokenResponse } from '../contract/buyer.ts'
import { aBuyer, aProduct, aSession, aStore } from '../testing/builders.ts'
import { call } from '../testing/http-call.ts'
import { partOf, startMailServer } from '../testing/servers/mail-server.ts'
import { openSpecService } from '../testing/servers/spec-service.ts'
import { aNoticeFolder, sampleNotice, sampleSvg } from '../testing/store/sample-notices.ts'

const mails = await startMailServer()
afterAll(() => mails.close())
const folder = aNoticeFolder({
  ...sampleNotice('de'),
  ...sampleNotice('en'),
  ...sampleNotice('nl'),
  'pl.pdf': '%PDF-1.7',
})
afterAll(folder.remove)
const { service } = await openSpecService({
  env: { SMTP_URL: mails.url, GUARANTEE_NOTICES: folder.path },
})
const store = await aStore(service)
await aProduct(service, store, { variants: [{ stock: 100 }] })
const american = await aStore(service, { deliveryCountries: ['US'] })
await aProduct(service, american)

const noticeOf = async (language: string, id?: string) => {
  const buyer = await aBuyer(service, id ?? (await aSession(service, store)), { language })
  return (await buyer.send<CheckoutView>('GET', 'view')).body.store.guaranteeNotice
}

const urlOf = async (language: string) => (await noticeOf(language))?.url ?? ''

const show = (address: string, language: string) =>
  call<string>('GET', address, { headers: { 'accept-language': language } })

const pictureOf = (url: string, language: string) =>
  `<a href="${url}" target="_blank" aria-describedby="new-tab"><img loading="lazy" decoding="async" src="${url}" width="59528" height="84189" alt="Sample notice, ${language}.\nMore: https://sample.example/${language}.">`

describe('Directive 2011/83/EU, article 22a: the notice of the legal guarantee', () => {
  test('the view has it in the language of the buyer, and no other answer has', async () => {
    const url = expect.stringMatching(
      new RegExp(`^${service.checkoutUrl}/guarantee/de-[0-9a-f]{10}\\.svg$`),
    )
    const text = 'Sample notice, de.\nMore: https://sample.example/de.'
    const link = 'https://sample.example/de'
    expect(await noticeOf('de-AT')).toEqual({ url, width: 59528, height: 84189, text, link })
    expect(await noticeOf('nl, de')).toMatchObject({ link: 'https://sample.example/nl' })
    expect(await noticeOf('ar')).toMatchObject({ link: 'https://sample.example/en' })
    expect(await noticeOf('de', await aSession(service, american))).toBeUndefined()
    const paid = await aSession(service, store)
    await (await aBuyer(service, paid)).pay()
    expect(await noticeOf('de', paid)).toBeUndefined()
  })

  test('a PDF is linked to, and a browser saves it', async () => {
    const url = await urlOf('pl')
    const page = await show(`${service.checkoutUrl}/${await aSession(service, store)}`, 'pl')
    const name = 'Legal guarantee of conformity'
    expect(page.text).toContain(
      `<a href="${url}" target="_blank" aria-describedby="new-tab">${name}</a>`,
    )
    const { status, headers } = await call('GET', url)
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename=pl-\w+\.pdf$/)
  })

  test('a page around the element says its language with the question for the first view', async () => {
    const page = `${service.checkoutUrl}/${await aSession(service, store)}`
    const headers = { origin: 'https://shop.example', 'accept-language': 'en' }
    const answer = await call('POST', `${page}/token?view=1&lang=de`, { body: {}, headers })
    expect(TokenResponse.parse(answer.body).view?.store.guaranteeNotice?.link).toBe(
      'https://sample.example/de',
    )
  })

  test('the checkout page shows it before its form, without script, too', async () => {
    const address = `${service.checkoutUrl}/${await aSession(service, store)}`
    const { text } = await show(address, 'de')
    const picture = text.indexOf(pictureOf(await urlOf('de'), 'de'))
    expect(picture).toBeGreaterThan(text.indexOf('class="item"'))
    expect(picture).toBeLessThan(text.indexOf('data-fields'))
    expect(text).toContain('>https://sample.example/de</a>')
    const english = await show(`${address}?lang=en`, 'de')
    expect(english.text).toContain(pictureOf(await urlOf('en'), 'en'))
    const other = await show(`${service.checkoutUrl}/${await aSession(service, american)}`, 'de')
    expect(other.text).not.toContain('/guarantee/')
  })

  test('the page of a buy link shows it', async () => {
    const { text } = await show(`${service.checkoutUrl}/buy/${store.id}/mug`, 'de')
    expect(text).toContain(pictureOf(await urlOf('de'), 'de'))
    const other = await show(`${service.checkoutUrl}/buy/${american.id}/mug`, 'de')
    expect(other.text).not.toContain('/guarantee/')
  })

  test('the confirmation has its words in the text, and the picture with them in the HTML', async () => {
    const id = await aSession(service, store)
    const email = 'ana@notice.example'
    const buyer = await aBuyer(service, id, { language: 'de' })
    await buyer.pay({ customer: { name: 'Ana', phone: '+34 600 123 456', email } })
    await expect.poll(() => mails.received.filter(({ to }) => to === email)).toHaveLength(1)
    const { source = '' } = mails.received.find(({ to }) => to === email) ?? {}
    const words = /Sample notice, de\.\r?\nMore: https:\/\/sample\.example\/de\./
    expect(partOf(source, 'text/plain')).toMatch(words)
    const url = await urlOf('de')
    const html = partOf(source, 'text/html')
    expect(html).toContain(
      `<a class="hc-link" href="${url}" style="color:#1f4fd8"><img src="${url}" alt="Sample notice, de.`,
    )
    expect(html).toMatch(words)
    expect(html).toContain('>https://sample.example/de</a>')
  })
})

describe('Directive 2011/83/EU, article 22a: the picture of the notice', () => {
  test('it is served as it was published, for good, to any page, and nothing runs in it', async () => {
    const url = await urlOf('de')
    const { status, headers, text } = await call<string>('GET', url, {
      headers: { 'accept-encoding': 'identity' },
    })
    expect([status, text]).toEqual([200, sampleSvg('de')])
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy':
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    })
    const again = await call('GET', url, {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
  })

  test('it goes out compressed to those who take that', async () => {
    const answer = await fetch(await urlOf('de'), { headers: { 'accept-encoding': 'gzip' } })
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    expect(await answer.text()).toBe(sampleSvg('de'))
  })

  test('another address has nothing, and only GET reads it', async () => {
    const url = await urlOf('de')
    for (const address of [url.replace('.svg', '.png'), url.replace(/de-[^/]*/, '..%2fde.txt')])
      expect((await call('GET', address)).status).toBe(404)
    expect((await call('POST', url)).status).toBe(405)
  })
})
