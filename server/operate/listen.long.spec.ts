import { spawn } from 'node:child_process'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBuyer, aProduct, aSession, aStore } from '../testing/builders.ts'
import { openSpecService } from '../testing/spec-service.ts'
import { findFreePort } from '../testing/free-port.ts'
import { startTestService } from '../testing/test-service.ts'
import { secretOf } from './listen.ts'

const { service } = await openSpecService()
const store = await aStore(service)
await aProduct(service, store, { variants: [{ stock: 1_000 }] })
const key = store.keys.secret

type Received = { headers: Record<string, string>; body: string }

const received: Received[] = []
let status = 200
let hook: Server
let to: string

beforeAll(async () => {
  hook = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push({
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(parts).toString(),
      })
      response.writeHead(status).end()
    })
  }).listen(0, '127.0.0.1')
  await once(hook, 'listening')
  to = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/hook`
})
afterAll(() => hook.close())

/** `npm run listen`, as it runs. */
function run(...args: string[]) {
  const child = spawn(process.execPath, ['server/operate/listen-command.ts', ...args], {
    cwd: new URL('../..', import.meta.url),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      output += part.toString()
    })
  const ended = once(child, 'exit').then(([code]) => code as number)
  return {
    output: () => output,
    async reaches(text: string | RegExp) {
      await expect.poll(() => output).toMatch(text)
    },
    ended,
    stop() {
      child.kill('SIGINT')
      return ended
    },
  }
}

const pay = async (at = service) => {
  const id = await aSession(at, store)
  await (await aBuyer(at, id)).pay()
  return id
}

const sessionsOf = (all: Received[]) =>
  all.map(({ body }) => (JSON.parse(body) as { data: { sessionId: string } }).data.sessionId)

describe('contract §1: npm run listen', () => {
  test('npm run listen sends each event from now on to the address, signed with its secret', async () => {
    await pay()
    const listening = run('--to', to, '--key', key, '--url', service.baseUrl)
    await listening.reaches(/Forwarding to .* signed with whsec_/)
    const [secret = ''] = /whsec_\S+/.exec(listening.output()) ?? []
    const id = await pay()
    await expect.poll(() => sessionsOf(received)).toEqual([id])
    const [{ headers, body } = { headers: {}, body: '' }] = received
    expect(new Webhook(secret).verify(body, headers)).toEqual({
      type: 'checkout.session.completed',
      timestamp: expect.stringMatching(/Z$/),
      data: { sessionId: id, orderNumber: expect.any(String) },
    })
    await listening.reaches(`checkout.session.completed ${headers['webhook-id']} → 200\n`)
    status = 500
    await pay()
    await listening.reaches('→ 500\n')
    expect(await listening.stop()).toBe(0)
  })

  test('npm run listen goes on where it was when the service comes back, and misses nothing', async () => {
    received.length = 0
    status = 200
    const port = await findFreePort()
    const start = () =>
      startTestService({ databaseUrl: service.databaseUrl, env: { PORT: String(port) } })
    let restarted = await start()
    const listening = run('--to', to, '--key', key, '--url', `http://localhost:${port}`)
    await listening.reaches(/signed with/)
    await restarted.stop()
    const id = await pay()
    await listening.reaches(/No connection .*; trying again/)
    restarted = await start()
    await expect.poll(() => sessionsOf(received)).toEqual([id])
    expect(await listening.stop()).toBe(0)
    await restarted.stop()
  })

  test('npm run listen says why when the key is refused, or it was not understood', async () => {
    const refused = run('--to', to, '--key', `${key}x`, '--url', service.baseUrl)
    expect(await refused.ended).toBe(1)
    expect(refused.output()).toContain('invalid_api_key')
    const misused = run('--to', 'localhost:3000')
    expect(await misused.ended).toBe(2)
    expect(misused.output()).toContain('npm run listen -- --to')
  })

  test('npm run listen has the same secret for a key each time, which says nothing of the key', () => {
    expect(secretOf(key)).toBe(secretOf(key))
    expect(secretOf(key)).not.toBe(secretOf(store.keys.public))
  })
})
