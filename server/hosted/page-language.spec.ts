import { describe, expect, test } from 'vitest'
import { aProduct, aSession, aStore } from '../testing/builders.ts'
import { call } from '../testing/http-call.ts'
import { openSpecService } from '../testing/servers/spec-service.ts'

const { service, sql } = await openSpecService()
const store = await aStore(service)
await aProduct(service, store)

const page = (path: string, acceptLanguage?: string, headers: Record<string, string> = {}) =>
  call<string>('GET', `${service.checkoutUrl}/${path}`, {
    headers: { ...headers, ...(acceptLanguage && { 'accept-language': acceptLanguage }) },
  })

const langOf = ({ text }: { text: string }) =>
  /<html lang="([^"]+)" dir="(ltr|rtl)"/.exec(text)?.slice(1).join(' ')

const PAY: Record<string, string> = {
  en: 'Pay ',
  es: 'Pagar ',
  fr: 'Payer ',
  de: ' bezahlen',
  it: 'Paga ',
  nl: ' betalen',
  pl: 'Zapłać ',
  'pt-BR': 'Pagar ',
  'pt-PT': 'Pagar ',
  ru: 'Оплатить ',
  mn: ' төлөх',
  'zh-CN': '支付 ',
  ja: ' を支払う',
  hi: ' का भुगतान करें',
  ar: 'ادفع ',
  he: 'תשלום ',
}

describe('contract §5: Language', () => {
  test.each(Object.entries(PAY))(
    'a page speaks %s when the address asks for it',
    async (lang, pay) => {
      const answer = await page(`${await aSession(service, store)}?lang=${lang}`, 'en-US')
      const direction = ['ar', 'he'].includes(lang) ? 'rtl' : 'ltr'
      expect(langOf(answer)?.replace('en-US', 'en')).toBe(`${lang} ${direction}`)
      const [, button = ''] = /<button class="pay"[^>]*>(.*?)<\/button>/.exec(answer.text) ?? []
      expect(button.replaceAll(/<bdi.*<\/bdi>|<\/?span>/g, '')).toBe(pay)
      expect(answer.text).toMatch(/<bdi translate="no">[^<]*19[.,]90[^<]*<\/bdi>/)
    },
  )

  test('a page speaks what the browser likes best, with the formats of its region', async () => {
    const id = await aSession(service, store)
    expect(langOf(await page(id, 'sv-SE,sv;q=0.9,de-AT;q=0.8,en;q=0.7'))).toBe('de-AT ltr')
    expect(langOf(await page(id, 'en;q=0.5,fr'))).toBe('fr ltr')
    expect(langOf(await page(id, 'ja;q=0, ru'))).toBe('ru ltr')
    expect(langOf(await page(id, 'zh-TW,zh;q=0.9'))).toBe('zh-CN ltr')
  })

  describe('contract §5: else what the store speaks', () => {
    const aGermanSession = async () => {
      const german = await aStore(service)
      await sql.rows(`update stores set language = 'de-AT' where id = $1`, [german.id])
      await aProduct(service, german)
      return aSession(service, german)
    }
    const OTHER_BROWSERS = [undefined, 'tlh', 'sv-SE,sv;q=0.9']

    test.each(OTHER_BROWSERS)(
      'the hosted page speaks the store’s language to a browser that says %j',
      async (accepted) => {
        const id = await aGermanSession()
        const { text } = await page(id, accepted)
        expect(langOf({ text })).toBe('de-AT ltr')
        expect(text).toContain('Sichere Zahlung')
        expect(langOf(await page(id, 'fr'))).toBe('fr ltr')
        expect(langOf(await page(`${id}?lang=ja`, accepted))).toBe('ja ltr')
        expect(langOf(await page(await aSession(service, store), accepted))).toBe('en-GB ltr')
      },
    )

    test.each(OTHER_BROWSERS)(
      'the payment frame and the card’s page speak the store’s language: %j',
      async (accepted) => {
        const id = await aGermanSession()
        const headers: Record<string, string> =
          accepted === undefined ? {} : { 'accept-language': accepted }
        const { text: frame } = await call<string>('GET', `${service.paymentFrameUrl}/${id}`, {
          headers,
        })
        expect(frame).toContain('Kartennummer')
        const details = { name: 'Ana', phone: '+34 600 000 000', option: 'standard', place: 'Wien' }
        const sent = await call('POST', `${service.checkoutUrl}/${id}`, {
          text: new URLSearchParams(details).toString(),
          headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        })
        const card = await call<string>('GET', sent.headers.get('location') ?? '', { headers })
        expect(langOf(card)).toBe('de-AT ltr')
        expect(card.text).toContain('Kartennummer')
      },
    )
  })

  test('a page writes the time as its language does: none takes night for noon', async () => {
    const id = await aSession(service, store)
    const held = async (language: string) =>
      /data-time="held"[^>]*>([^<]*)</.exec((await page(id, language)).text)?.[1]
    expect(await held('de-DE,de')).toMatch(/bis \d\d:\d\d Uhr UTC$/)
    expect(await held('en-GB')).toMatch(/until \d\d:\d\d UTC$/)
    expect(await held('en')).toMatch(/until \d\d:\d\d UTC$/)
    expect(await held('en-US')).toMatch(/until \d\d:\d\d UTC$/)
    expect(await held('ar')).toMatch(/\d\d:\d\d UTC$/)
    const american = await aStore(service, { currency: 'USD' })
    await aProduct(service, american)
    const text = (await page(await aSession(service, american), 'en-US')).text
    expect(text).toMatch(/data-time="held"[^>]*>[^<]*until \d\d?:\d\d.[AP]M UTC</)
  })

  test('an error page has the asked language, and so has what is wrong in a plain form', async () => {
    const unknown = await page(`cs_${'0'.repeat(32)}?lang=de`)
    expect([unknown.status, langOf(unknown)]).toEqual([404, 'de ltr'])
    expect(unknown.text).toContain('<title>Seite nicht gefunden</title>')
    expect((await page('x', 'he')).text).toContain('הדף לא נמצא')
    const id = await aSession(service, store)
    const posted = await call<string>('POST', `${service.checkoutUrl}/${id}?lang=fr`, {
      text: 'name=Ana',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(posted.status).toBe(422)
    expect(posted.text).toContain('Saisissez votre numéro de téléphone')
  })

  test('the payment frame has the language that was asked for', async () => {
    const id = await aSession(service, store)
    const frame = (query: string, language = 'en') =>
      call<string>('GET', `${service.paymentFrameUrl}/${id}${query}`, {
        headers: { 'accept-language': language },
      })
    const { text } = await frame('?lang=ar')
    expect(text).toContain('<html lang="ar" dir="rtl">')
    expect(text).toContain('3 أرقام على ظهر البطاقة')
    expect(text).not.toMatch(/digits|Card/)
    expect((await frame('', 'de')).text).toContain('Kartennummer')
  })

  test('pages of different languages are kept apart by caches', async () => {
    const id = await aSession(service, store)
    for (const encoding of ['gzip', 'br', 'identity'])
      expect((await page(id, 'de', { 'accept-encoding': encoding })).headers.get('vary')).toMatch(
        /Accept-Language/,
      )
  })

  test.each(['y', '%00', '..%2F', 'xx', '"><script>alert(1)</script>', 'en-'.repeat(500)])(
    '%j is taken for no language, and nothing of it is written into the page',
    async (lang) => {
      const id = await aSession(service, store)
      const { status, text } = await page(`${id}?lang=${encodeURIComponent(lang)}x`, 'ru')
      expect([status, langOf({ text })]).toEqual([200, 'ru ltr'])
      expect(text).not.toContain('<script>alert')
    },
  )

  test('the language is chosen without a script: a link to the list, and from there back', async () => {
    const id = await aSession(service, store)
    const [, link = ''] = /<a href="([^"]*)"><svg/.exec((await page(`${id}?lang=ru`)).text) ?? []
    const russian = await page(`${id}${link.replace('&amp;', '&')}`, 'ja')
    expect(langOf(russian)).toBe('ru ltr')
    expect(russian.text.match(/aria-current="true"><strong>[^<]*/g)).toEqual([
      'aria-current="true"><strong>Русский',
    ])
    expect(russian.text).toContain('<a href="?lang=ru">Назад</a>')
    expect(russian.text).toMatch(/<header class="header">[^]*Безопасная оплата[^]*<\/header>/)
    const list = await page(`${id}?lang=`, 'ja')
    expect([list.status, langOf(list)]).toEqual([200, 'ja ltr'])
    const links = [...list.text.matchAll(/<a href="(\?lang=[\w-]+)" lang="([\w-]+)"/g)]
    expect(links.map(([, , tag]) => tag)).toEqual(Object.keys(PAY))
    for (const [, address = '', tag] of links)
      expect(langOf(await page(`${id}${address}`))?.replace('en-GB', 'en')).toMatch(
        new RegExp(`^${tag} `),
      )
  })

  test('the list of languages and the page of a link that is too long have the store’s name and look', async () => {
    const id = await aSession(service, store)
    const branding = JSON.stringify({ accent: '#a00030', radius: 4, fontSize: 16 })
    await sql.rows('update stores set branding = $2 where id = $1', [store.id, branding])
    const header = /<header class="header">[^]*<p class="store"><bdi translate="no">([^<]*)<\/bdi>/
    for (const [path, status] of [
      [`${id}?lang=&was=de`, 200],
      [`${id}0`, 404],
      [`${id}.`, 404],
    ] as const) {
      const answer = await page(path, 'en')
      expect([answer.status, header.exec(answer.text)?.[1]]).toEqual([status, 'Loom &amp; Co'])
      expect(answer.text).toContain('#a00030')
      expect(answer.headers.get('content-security-policy')).toMatch(
        /style-src ('sha256-[^']+' ?){2}/,
      )
    }
    const nobody = await page(`cs_${'0'.repeat(32)}?lang=`)
    expect([nobody.status, header.exec(nobody.text)?.[1]]).toEqual([200, undefined])
  })

  test('a language asked for in a thousand ways is the same few pages', async () => {
    const id = await aSession(service, store)
    const asked = await Promise.all(
      ['de-ZZ', 'de-u-co-phonebk', 'DE', 'de-Latn', 'de-1996'].map((lang) =>
        page(`${id}?lang=${lang}`),
      ),
    )
    expect(new Set(asked.map(langOf))).toEqual(new Set(['de ltr']))
  })
})
