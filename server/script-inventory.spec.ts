import { hash } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { CARDS, aBuyer, aProduct, aSession, aStore, countStatuses } from './testing/builders.ts'
import { findFreePort } from './testing/servers/free-port.ts'
import { call } from './testing/http-call.ts'
import { textOf } from './testing/store/page-text.ts'
import { openSpecService } from './testing/servers/spec-service.ts'
import { aMember, aStoreWithOwner } from './testing/store/store-builders.ts'
import { createTestClocks } from './testing/test-clocks.ts'
import { startTestService } from './testing/servers/test-service.ts'
import type { ListedScript } from './contract/listed-script.ts'

const metricsPort = await findFreePort()
const { service } = await openSpecService({
  env: { METRICS_PORT: String(metricsPort) },
  // Nothing grows back while a slow machine asks.
  clocks: createTestClocks(),
})
const withStripe = await startTestService({
  databaseUrl: service.databaseUrl,
  env: {
    PAYMENT_PROVIDER: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
    ALLOW_TEST_PAYMENTS: 'true',
  },
})
afterAll(() => withStripe.stop())

type Inventory = { version: string; scripts: ListedScript[] }

const inventoryOf = async ({ checkoutUrl } = service) =>
  (await call<Inventory>('GET', `${checkoutUrl}/scripts.json`)).body

const integrityOf = (text: string) => `sha384-${hash('sha384', text, 'base64')}`

/** The scripts of a page that run: the address, or the hash of what is written into it. */
const scriptsIn = (html: string) =>
  [...html.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gs)]
    .filter(([, attributes = '']) => !/type="application\//.test(attributes))
    .map(([, attributes = '', text = '']) => {
      const src = /\bsrc="([^"]+)"/.exec(attributes)?.[1]
      return src === undefined ? integrityOf(text) : new URL(src, service.baseUrl).href
    })

const store = await aStore(service)
await aProduct(service, store)

/** The pages on which buyers pay, with all that can come into them. */
async function payingPages() {
  const id = await aSession(service, store)
  const hosted = `${service.checkoutUrl}/${id}`
  const buyer = await aBuyer(service, id)
  const before = [
    await call<string>('GET', hosted),
    await call<string>('GET', hosted, { headers: { 'sec-fetch-site': 'none' } }),
    await call<string>('GET', `${service.paymentFrameUrl}/${id}`),
    await call<string>('GET', `${service.checkoutUrl}/buy/${store.id}/mug`),
  ]
  const { body } = await buyer.pay({ card: CARDS.challenge })
  const bank = body.status === 'processing' ? (body.action?.url ?? '') : ''
  const asked = await call<string>('GET', bank)
  const answered = await call<string>('POST', bank, {
    text: 'outcome=complete',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  const after = [await call<string>('GET', hosted), await call<string>('GET', bank)]
  return [...before, asked, answered, ...after]
}

describe('PCI DSS 4.0.1, 6.4.3: the inventory of scripts', () => {
  test('the file names every script that a page or frame has, by its hash or address, with a reason', async () => {
    const { scripts } = await inventoryOf()
    const known = scripts.flatMap(({ address, integrity }) => [address ?? integrity])
    const pages = await payingPages()
    const found = pages.flatMap(({ text }) => scriptsIn(text))
    expect(found.length).toBeGreaterThan(8)
    expect(found.filter((script) => !known.includes(script))).toEqual([])
    for (const { name, page, reason, authorizedBy } of scripts)
      for (const words of [name, page, reason, authorizedBy]) expect(words).not.toBe('')
  })

  test('every script of our own has the hash of what is served there, and the published ones the published hash', async () => {
    const { scripts } = await inventoryOf()
    const ours = scripts.filter(({ address }) => address !== null)
    expect(ours.length).toBeGreaterThan(6)
    for (const { address, integrity } of ours)
      expect([address, integrity]).toEqual([
        address,
        integrityOf((await call('GET', address ?? '')).text),
      ])
    const { files } = (
      await call<{ files: Record<string, string> }>('GET', `${service.checkoutUrl}/integrity.json`)
    ).body
    for (const [name, integrity] of Object.entries(files))
      expect(ours).toContainEqual(
        expect.objectContaining({ address: `${service.checkoutUrl}/${name}`, integrity }),
      )
  })

  test('where Stripe takes payments its script is named, which Stripe changes, and our two beside it', async () => {
    const { scripts } = await inventoryOf(withStripe)
    const ofStripe = scripts.filter(({ reason }) => reason.includes('Stripe'))
    expect(ofStripe.map(({ address, integrity }) => [address, integrity !== null])).toEqual([
      ['https://js.stripe.com/endive/stripe.js', false],
      [null, true],
      [null, true],
    ])
    expect(JSON.stringify(await inventoryOf())).not.toContain('stripe')
  })

  test('an owner reads the same in the store application', async () => {
    const { email } = await aStoreWithOwner(service)
    const member = await aMember(service, email)
    expect((await member.get('/settings/developers')).text).toContain(
      'href="/store/settings/developers/scripts"',
    )
    const page = await member.get('/settings/developers/scripts')
    expect(page.text).toContain(`href="${service.checkoutUrl}/scripts.json"`)
    const text = textOf(page)
    for (const { name, reason, integrity } of (await inventoryOf()).scripts)
      for (const logged of [name, reason, integrity ?? '']) expect(text).toContain(logged)
  })
})

const logged = () =>
  service
    .log()
    .split('\n')
    .filter((line) => line.includes('page.script.unlisted'))
    .map((line) => {
      const { source, directive }: Record<string, unknown> = JSON.parse(line)
      return { source, directive }
    })

const metric = async (name: string) => {
  const { text } = await call('GET', `http://localhost:${metricsPort}/metrics`)
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1],
  )
}

const counted = () => metric('checkout_unlisted_scripts_total')
const refused = (limit: string) => metric(`checkout_policy_reports_refused_total{limit="${limit}"}`)

let networks = 0

/** `from`: a network. (Default: one of its own, because one may send only a few.) */
const report = (
  blockedURL: string,
  fields: object = {},
  { at = service.checkoutUrl, from = `203.0.113.${(networks += 1)}` } = {},
) => {
  const body = { effectiveDirective: 'script-src-elem', blockedURL, ...fields }
  return call('POST', `${new URL(at).origin}/_csp`, {
    text: JSON.stringify([{ type: 'csp-violation', body }]),
    headers: {
      'content-type': 'application/reports+json',
      'x-forwarded-for': from,
    },
  })
}

describe('PCI DSS 4.0.1, 11.6.1: the monitor of scripts', () => {
  test('page and frame have browsers report what their policy blocks', async () => {
    const id = await aSession(service, store)
    for (const url of [`${service.checkoutUrl}/${id}`, `${service.paymentFrameUrl}/${id}`]) {
      const { headers } = await call('GET', url)
      expect(headers.get('content-security-policy')).toMatch(/; report-to csp(;|$)/)
      const endpoint = /^csp="([^"]+)"$/.exec(headers.get('reporting-endpoints') ?? '')?.[1]
      expect(new URL(endpoint ?? '', url).pathname).toBe('/_csp')
    }
  })

  test('a script that is not in the inventory is told once by its origin, and counted each time', async () => {
    const before = await counted()
    await report('https://skimmer.example/a.js?card=4242')
    await report('https://skimmer.example/b.js', {}, { at: service.paymentFrameUrl })
    await report('inline', { effectiveDirective: 'script-src-elem' })
    expect(logged()).toEqual([
      { source: 'https://skimmer.example', directive: 'script-src-elem' },
      { source: 'inline', directive: 'script-src-elem' },
    ])
    expect(await counted()).toBe(before + 3)
    expect(service.log()).not.toContain('a.js')
  })

  test('no stranger is a script of ours, one of the browser’s extensions, or what is no script', async () => {
    const before = { logged: logged(), counted: await counted() }
    const { scripts } = await inventoryOf()
    await report(scripts.find(({ address }) => address !== null)?.address ?? '')
    await report('chrome-extension://abcdef/inject.js')
    await report('inline', { sourceFile: 'moz-extension://abcdef/content.js' })
    await report('https://other.example/pixel.gif', { effectiveDirective: 'img-src' })
    expect({ logged: logged(), counted: await counted() }).toEqual(before)
  })

  test('a flood of strangers does not flood the log, but each is counted, and an alert fires', async () => {
    const before = {
      logged: logged().length,
      counted: await counted(),
      refused: await refused('all'),
    }
    const names = Array.from({ length: 30 }, (_, index) => `https://s${index}.example/x.js`)
    const answers = await Promise.all(names.map((name) => report(name)))
    expect(countStatuses(answers)).toEqual({ 204: 30 })
    const named = logged().length - before.logged
    expect(named).toBeGreaterThan(0)
    expect(named).toBeLessThan(30)
    expect(await counted()).toBe(before.counted + 30)
    expect(await refused('all')).toBeGreaterThanOrEqual(before.refused + 30 - named)
  })

  test('after the flood, a stranger in the page of a session is named at once', async () => {
    const documentURL = `${service.checkoutUrl}/${await aSession(service, store)}`
    const made = `${service.checkoutUrl}/cs_${'0'.repeat(32)}`
    await report('https://made-up.example/a.js', { documentURL: made })
    await report('https://skimmer-2.example/a.js', { documentURL })
    const sources = logged().map(({ source }) => source)
    expect(sources).not.toContain('https://made-up.example')
    expect(sources.at(-1)).toBe('https://skimmer-2.example')
  })

  test('one session has three strangers named', async () => {
    const documentURL = `${service.paymentFrameUrl}/${await aSession(service, store)}?origin=x`
    const before = logged().length
    for (const index of [1, 2, 3, 4])
      await report(`https://t${index}.example/a.js`, { documentURL })
    expect(
      logged()
        .slice(before)
        .map(({ source }) => source),
    ).toEqual(['https://t1.example', 'https://t2.example', 'https://t3.example'])
  })

  test('a stranger who was not named is named when there is room again', async () => {
    const blocked = 'https://t4.example/a.js'
    expect(logged().map(({ source }) => source)).not.toContain('https://t4.example')
    const documentURL = `${service.checkoutUrl}/${await aSession(service, store)}`
    await report(blocked, { documentURL })
    await report(blocked, { documentURL })
    expect(logged().filter(({ source }) => source === 'https://t4.example')).toHaveLength(1)
  })

  test('a network has five reports read, and the others counted as refused', async () => {
    const before = await refused('network')
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => report('inline', {}, { from: '198.51.100.9' })),
    )
    expect(countStatuses(answers)).toEqual({ 204: 5, 429: 3 })
    expect(await refused('network')).toBe(before + 3)
  })
})
