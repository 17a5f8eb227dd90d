import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { NOTICE_MS } from '../../server/process/run-service.ts'
import { findFreePort } from '../../server/testing/servers/free-port.ts'
import { aProcess } from '../../server/testing/servers/service-process.ts'
import { createTestDatabase } from '../../server/testing/servers/test-postgres.ts'
import { PLATFORM_TOKEN } from '../../server/testing/servers/test-service.ts'
import { PROJECT } from '../servers/lab-service.ts'
import { type Ask, EVERY_PROXY, addressesAt, findProxies, openDoor, read } from './doors.ts'

const database = await createTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'hc-update-'))
await chmod(folder, 0o711)
const opened = new AsyncDisposableStack()
afterAll(async () => {
  await opened.disposeAsync()
  await rm(folder, { recursive: true })
  await database.drop()
})

const AT_ONCE = 4
const STORE = { name: 'Loom & Co', plan: 'pro', currency: 'EUR' }
const PLATFORM = { authorization: `Bearer ${PLATFORM_TOKEN}` }

/** One of the two processes. */
const start = (port: number) =>
  aProcess(
    { databaseUrl: database.url },
    { PORT: String(port), TRUST_PROXY: '1', ...addressesAt(1) },
  )

/** Creates stores until it is over; counts the answers by their status. */
function postAll(ask: Ask) {
  const answers: Record<string, number> = {}
  let isOver = false
  async function post() {
    while (!isOver) {
      const request = {
        path: '/platform/v1/stores',
        method: 'POST',
        headers: PLATFORM,
        body: STORE,
      }
      const said = await read(ask('api', request)).then(
        ({ status }) => String(status),
        (error: Error) => error.message,
      )
      answers[said] = (answers[said] ?? 0) + 1
    }
  }
  const posting = Promise.all(Array.from({ length: AT_ONCE }, post))
  return {
    count: () => Object.values(answers).reduce((sum, each) => sum + each, 0),
    async end() {
      isOver = true
      await posting
      return answers
    },
  }
}

test('nginx keeps no connection as long as a process that stops still answers', async () => {
  const settings = await readFile(join(PROJECT, 'deploy/nginx.conf'), 'utf8')
  const [, seconds] = /^ {2}keepalive_timeout (\d+)s;$/m.exec(settings) ?? []
  expect(Number(seconds) * 1000).toBeLessThan(NOTICE_MS)
})

test('operations §1: an update loses no request behind a proxy that asks', async () => {
  const ports: [number, number] = [await findFreePort(), await findFreePort()]
  const running = await Promise.all(ports.map(start))
  const all = await Promise.all(
    findProxies(EVERY_PROXY).map(async (name) => {
      const { ask, stop } = await openDoor(name, {
        folder,
        port: await findFreePort(),
        upstreams: ports,
      })
      opened.defer(async () => void (await stop()))
      return { name, ...postAll(ask) }
    }),
  )
  for (const [index, { child, exited }] of running.entries()) {
    const before = all.map(({ count }) => count())
    await expect.poll(() => all.every(({ count }, at) => count() > before[at]! + 10)).toBe(true)
    child.kill('SIGTERM')
    expect(await exited).toEqual({ code: 0, signal: null })
    const { child: next } = await start(ports[index]!)
    opened.defer(() => void next.kill('SIGKILL'))
  }
  for (const { name, end, count } of all) {
    const answers = await end()
    console.log(`figure: ${name}: ${count()} requests during an update`)
    const { 201: _, 502: lost = 0, ...others } = answers
    expect([name, others]).toEqual([name, {}])
    // It does not ask whether a process stops, and may send to a port while that is closed.
    expect(lost, name).toBeLessThanOrEqual(name === 'nginx' ? running.length : 0)
  }
}, 600_000)
