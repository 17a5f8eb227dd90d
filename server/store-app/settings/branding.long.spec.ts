import { describe, expect, test } from 'vitest'
import { SELLER, aProduct, aSession } from '../../testing/builders.ts'
import { call } from '../../testing/http-call.ts'
import { textOf } from '../../testing/store/page-text.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { aColleague, anOwner, errorsIn, noticeIn } from '../../testing/store/store-browser.ts'

const { service, sql } = await openSpecService()

const BRANDING = '/settings/branding'
const LOOK = { accent: '#a00030', radius: '0', fontSize: '18' }

const open = (id: string) => call<string>('GET', `${service.checkoutUrl}/${id}`)

describe('decision 78: Settings → Branding', () => {
  test('branding changes the page of open sessions, and is in the audit log', async () => {
    const { store, browser } = await anOwner(service, sql)
    await aProduct(service, store)
    const id = await aSession(service, store)
    expect((await open(id)).text).not.toContain('--_hc-fill:#a00030')

    const saved = await browser.submit(BRANDING, LOOK, { page: BRANDING })
    expect(noticeIn(saved).text).toBe('Saved.')
    expect(saved.text).toContain('value="#a00030"')
    const page = await open(id)
    expect(page.text).toContain(
      '<style>:root{--hc-radius:0px;--hc-font-size:1.125rem;--_hc-fill:#a00030;',
    )
    await browser.submit(BRANDING, LOOK, { page: BRANDING })
    const audit = textOf(await browser.open('/settings/audit-log'))
    expect(audit.match(/Accent color: nothing → #a00030/g)).toHaveLength(1)
    expect(audit).toContain('Corners: 10 → 0')
    expect(audit).toContain('Size of text: 16 → 18')
  })

  test('branding stays when the buyer has paid, and where there is no script', async () => {
    const { store, browser } = await anOwner(service, sql)
    await aProduct(service, store)
    await browser.submit(BRANDING, LOOK, { page: BRANDING })
    const id = await aSession(service, store)
    const details = new URLSearchParams({ name: '', phone: '', place: '' })
    const refused = await call<string>('POST', `${service.checkoutUrl}/${id}`, {
      text: details.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('--_hc-fill:#a00030')
  })

  test('branding with nothing chosen is our own look again, without a sheet', async () => {
    const { store, browser } = await anOwner(service, sql)
    await aProduct(service, store)
    const id = await aSession(service, store)
    await browser.submit(BRANDING, LOOK, { page: BRANDING })
    await browser.submit(BRANDING, { accent: '', radius: '10', fontSize: '16' }, { page: BRANDING })
    expect((await open(id)).text.match(/<style>/g)).toHaveLength(1)
    expect(await sql.rows('select branding from stores where id = $1', [store.id])).toEqual([
      { branding: null },
    ])
  })

  test.each([
    ['#A00030', '#a00030'],
    [' a00030 ', '#a00030'],
    ['#a03', '#aa0033'],
  ])('branding takes a colour as it is written elsewhere, %j', async (accent, taken) => {
    const { browser } = await anOwner(service, sql)
    const saved = await browser.submit(BRANDING, { ...LOOK, accent }, { page: BRANDING })
    expect(saved.text).toContain(`value="${taken}"`)
  })

  test.each([
    [{ accent: 'red' }, 'Enter a color such as #1f4fd8, or nothing for our own.'],
    [{ accent: '#fff}body{' }, 'Enter a color such as #1f4fd8, or nothing for our own.'],
    [{ radius: '7' }, 'Choose corners of the list.'],
    [{ fontSize: '13' }, 'Choose a size of the list.'],
  ])('branding names what it refuses: %j', async (fields, sentence) => {
    const { store, browser } = await anOwner(service, sql)
    const refused = await browser.post(BRANDING, { ...LOOK, ...fields }, { page: BRANDING })
    expect(refused.status).toBe(422)
    expect(errorsIn(refused)).toEqual([sentence])
    expect(await sql.rows('select branding from stores where id = $1', [store.id])).toEqual([
      { branding: null },
    ])
  })
})

describe('decision 78: the preview', () => {
  const hashesOf = (text: string) => text.match(/'sha256-[^']+'/g) ?? []

  test('the preview is the page with what is chosen, framed by our own pages, and sends nothing', async () => {
    const { store, browser } = await anOwner(service, sql)
    await service.platform('PATCH', `/stores/${store.id}`, { seller: SELLER })
    const page = await browser.open(BRANDING)
    expect(page.headers.get('content-security-policy')).toContain("; frame-src 'self'; ")
    const preview = await browser.open(
      `${BRANDING}/preview?${new URLSearchParams({ ...LOOK, state: 'declined', scheme: 'dark' }).toString()}`,
    )
    expect(preview.status).toBe(200)
    expect(preview.text).toContain('--_hc-fill:#a00030')
    expect(preview.text).toContain(':root{color-scheme:dark}')
    expect(preview.text).not.toContain('<script')
    expect(textOf(preview)).toContain('Express')
    expect(textOf(preview)).toContain('Sold by Loom &amp; Co, S.L.')
    expect(preview.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    const policy = preview.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(policy).toContain("; form-action 'none'; base-uri 'none'; frame-ancestors 'self'")
    expect(hashesOf(policy)).toHaveLength(5)
    expect(
      (await browser.open('/settings/general')).headers.get('content-security-policy'),
    ).not.toContain('frame-src')
  })

  test('the preview shows the saved look and the form where nothing that makes sense is asked for', async () => {
    const { browser } = await anOwner(service, sql)
    await browser.submit(BRANDING, LOOK, { page: BRANDING })
    for (const query of ['', '?accent=x&radius=1&fontSize=16', '?state=x&scheme=y']) {
      const preview = await browser.open(`${BRANDING}/preview${query}`)
      expect(preview.text).toContain('--_hc-fill:#a00030')
      expect(preview.text).toContain('color-scheme:light')
      expect(preview.text).toContain('data-pay')
    }
  })

  test('the preview shows the receipt, in the language and currency of the store', async () => {
    const { store, browser } = await anOwner(service, sql)
    await sql.rows(`update stores set language = 'ar' where id = $1`, [store.id])
    const preview = await browser.open(`${BRANDING}/preview?state=receipt`)
    expect(preview.text).toContain('<html lang="ar" dir="rtl"')
    expect(preview.text).toContain('ABCDE-12345')
    expect(preview.text).toContain('Visa •••• 4242')
  })

  test.each([
    ['expired', 'This payment link has expired'],
    ['sold_out', 'Sold out'],
  ])('the preview shows what comes in the place of the form: %s', async (state, title) => {
    const { browser } = await anOwner(service, sql)
    const preview = await browser.open(`${BRANDING}/preview?state=${state}`)
    expect(preview.text).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`))
    expect(preview.text).not.toContain('<form')
  })

  test('the preview is for owners', async () => {
    const { store } = await anOwner(service, sql)
    const { browser } = await aColleague(service, sql, { store, role: 'staff' })
    expect((await browser.open(`${BRANDING}/preview`)).status).toBe(403)
  })
})
