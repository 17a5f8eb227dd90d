import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { ErrorEnvelope } from '../../server/contract/errors.ts'
import { aBuyer, aProduct, aSession, aStore } from '../../server/testing/builders.ts'
import { findFreePort } from '../../server/testing/servers/free-port.ts'
import { openSpecService } from '../../server/testing/servers/spec-service.ts'
import { PLATFORM_TOKEN } from '../../server/testing/servers/test-service.ts'

const PROJECT = join(import.meta.dirname, '../..')
const SHOP = 'docs/snippets/node/shop.mjs'
const START_SHOP = `node ${SHOP}`

const { service } = await openSpecService()

const readPage = (page: string) => readFileSync(join(PROJECT, page), 'utf8')
const readme = readPage('README.md')

/** What a reader types, block by block; what npm starts has tests of its own. */
const blocksOf = (page: string) =>
  [...page.matchAll(/^```sh\n([^]*?)^```/gm)]
    .map(([, block = '']) => block)
    .filter((block) => !/^(npm |git clone )/m.test(block))

/** The store application's page goes on where the README ends. */
const BLOCKS = [readme, readPage('docs/store-application.md')].flatMap(blocksOf)

/** The folder of a clone in which the service was started, and the addresses of this one. */
function openClone(shopPort: number) {
  const folder = mkdtempSync(join(tmpdir(), 'hc-readme-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const toHere = (source: string) =>
    source
      .replaceAll('http://localhost:4242', service.baseUrl)
      .replaceAll('http://localhost:3000', `http://localhost:${shopPort}`)
  mkdirSync(join(folder, '.data'))
  writeFileSync(join(folder, '.data/platform-token'), `${PLATFORM_TOKEN}\n`)
  cpSync(join(PROJECT, SHOP), join(folder, SHOP), { recursive: true })
  return { folder, toHere }
}

/** Ends with what the shop answers to `path`, as soon as it listens. */
async function askShop(port: number, path: string) {
  for (;;)
    try {
      return await fetch(`http://localhost:${port}${path}`, { redirect: 'manual' })
    } catch (error) {
      const { cause } = error as { cause?: { code?: string } }
      if (cause?.code !== 'ECONNREFUSED') throw error
      await new Promise((next) => setImmediate(next))
    }
}

describe('style §5, paper is product: the README', () => {
  test('the README leads from a started service to a confirmed payment of one’s own server', async () => {
    const shopPort = await findFreePort()
    const { folder, toHere } = openClone(shopPort)
    const [first = '', ...others] = BLOCKS.map(toHere)
    expect(first.trimEnd().split('\n').at(-1)).toBe(START_SHOP)
    // The shop has a terminal of its own; the next one is opened when the buyer has paid.
    const script = [
      'set -euo pipefail',
      'trap "kill 0" EXIT',
      first.replace(START_SHOP, `${START_SHOP} &`),
      'read -r',
      ...others,
      'trap - EXIT; kill %1',
    ].join('\n')
    const shell = spawn('bash', ['--norc', '-c', script], {
      cwd: folder,
      detached: true,
      env: {
        PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
        BASE_URL: service.baseUrl,
        PORT: String(shopPort),
      },
    })
    onTestFinished(() => {
      if (shell.exitCode === null) process.kill(-(shell.pid ?? 0), 'SIGKILL')
    })
    const said = text(shell.stdout)
    const complained = text(shell.stderr)
    const ended = once(shell, 'close') as Promise<[number]>
    const broken = ended.then(async () => {
      throw new Error(`The README's commands ended: ${await complained}`)
    })
    broken.catch(() => {})

    const sent = await Promise.race([askShop(shopPort, '/'), broken])
    expect(sent.status).toBe(303)
    expect(readFileSync(join(folder, '.data/store.json'), 'utf8')).toContain('"secret":"sk_test_')
    const sessionId = sent.headers.get('location')?.split('/').at(-1) ?? ''
    const back = `/back?session_id=${sessionId}`
    const buyer = await aBuyer(service, sessionId)
    const waiting = askShop(shopPort, back)
    expect((await buyer.pay()).status).toBe(200)
    const answer = await (await waiting).text()
    expect(answer).toMatch(/^Paid: [0-9A-Z-]+$/)

    shell.stdin.end('\n')
    const [code] = await ended
    expect({ code, complained: await complained }).toEqual({ code: 0, complained: '' })
    const printed = await said
    expect(printed).toContain(`{"status":"complete","order":{"orderNumber":"${answer.slice(6)}"`)
    expect(printed).toContain('"type":"checkout.session.completed"')
    expect(printed).not.toContain('"error"')
  })

  test('the README’s shop says what the service says when it refuses, and goes on', async () => {
    const shopPort = await findFreePort()
    const shop = spawn(process.execPath, [SHOP], {
      cwd: PROJECT,
      env: { BASE_URL: service.baseUrl, PORT: String(shopPort), SECRET_KEY: 'sk_live_nothing' },
    })
    onTestFinished(() => void shop.kill())
    const complained = text(shop.stderr)
    const refused = await service.call<ErrorEnvelope>('GET', '/v1/products', {
      token: 'sk_live_nothing',
    })
    const ended = once(shop, 'close').then(() => Promise.reject(new Error('the shop has ended')))
    ended.catch(() => {})
    for (const path of ['/', '/back?session_id=cs_nothing', '/']) {
      const answer = await Promise.race([askShop(shopPort, path), ended])
      expect([answer.status, await answer.text()]).toEqual([500, refused.body.error.message])
    }
    expect((await askShop(shopPort, '/favicon.ico')).status).toBe(404)
    shop.kill()
    expect(await complained).toContain(refused.body.error.message)
  })

  describe('the README’s shop as a receiver of webhooks', () => {
    /** Sends an event; `more` replaces what the service would send. Ends with the shop's status. */
    async function sendEvent(
      port: number,
      data: object,
      more: { body?: string; later?: number } = {},
    ) {
      const now = Date.parse((await fetch(service.baseUrl)).headers.get('date') ?? '')
      const at = new Date(now + (more.later ?? 0))
      const body = JSON.stringify({ type: 'checkout.session.completed', data })
      const seconds = Math.floor(at.getTime() / 1000)
      const answer = await fetch(`http://localhost:${port}/hook`, {
        method: 'POST',
        body: more.body ?? body,
        headers: {
          'webhook-id': 'evt_1',
          'webhook-timestamp': String(seconds),
          'webhook-signature': `v1,bm90IG91cnM= ${new Webhook(WEBHOOK_SECRET).sign('evt_1', at, body)}`,
        },
      })
      return answer.status
    }
    const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

    /** Started, and listening. */
    async function openShop(env: Record<string, string>) {
      const port = await findFreePort()
      const shop = spawn(process.execPath, [SHOP], {
        cwd: PROJECT,
        env: { BASE_URL: service.baseUrl, PORT: String(port), ...env },
      })
      onTestFinished(() => void shop.kill())
      const said = createInterface({ input: shop.stdout })[Symbol.asyncIterator]()
      await said.next()
      return { port, next: async () => (await said.next()).value as string }
    }

    test('it takes what the service has signed, answers at once, and believes only its own read', async () => {
      const store = await aStore(service)
      const { port, next } = await openShop({ SECRET_KEY: store.keys.secret, WEBHOOK_SECRET })
      await aProduct(service, store)
      const sessionId = await aSession(service, store)
      expect(await sendEvent(port, { sessionId })).toBe(204)
      const { body } = await (await aBuyer(service, sessionId)).pay()
      expect(await sendEvent(port, { sessionId })).toBe(204)
      expect(await next()).toBe(
        `To be sent: ${body.status === 'complete' && body.order.orderNumber}`,
      )
    })

    test('it refuses changed bytes, old events, and everything without a secret', async () => {
      const { port } = await openShop({ WEBHOOK_SECRET })
      expect(await sendEvent(port, {}, { body: '{"type":"x"}' })).toBe(401)
      for (const minutes of [-6, 6])
        expect(await sendEvent(port, {}, { later: minutes * 60_000 })).toBe(401)
      const unsigned = { method: 'POST', body: '{}' }
      expect((await fetch(`http://localhost:${port}/hook`, unsigned)).status).toBe(401)
      const long = { method: 'POST', body: 'x'.repeat(65_537) }
      expect((await fetch(`http://localhost:${port}/hook`, long)).status).toBe(500)
      const { port: open } = await openShop({})
      expect(await sendEvent(open, {})).toBe(500)
    })
  })

  test('the README needs twelve lines at a shell from the clone to the shop', () => {
    const [run = ''] = readme.match(/^```sh\n([^]*?)^```/m) ?? []
    const lines = `${run}${BLOCKS[0]}`.split('\n').filter((line) => !/^(```.*)?$/.test(line))
    expect(lines.length).toBeLessThanOrEqual(12)
  })
})
