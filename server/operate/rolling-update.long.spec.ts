import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setDefaultCACertificates } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { openBeside } from '../../lab/chaos/beside.ts'
import { startNginx } from '../../lab/deploy/nginx.ts'
import { findProgram } from '../../scripts/programs/find-program.ts'
import { aBuyer, aProduct, aSession, aStore, readSession } from '../testing/builders.ts'
import { findFreePort } from '../testing/servers/free-port.ts'
import { expectInvariants } from '../testing/invariants.ts'
import { runOperatorProgram } from '../testing/servers/operator-process.ts'
import { aProcess } from '../testing/servers/service-process.ts'
import { openSql } from '../testing/sql.ts'
import { createDatabase } from '../testing/servers/test-postgres.ts'
import { clientOf } from '../testing/servers/test-service.ts'

const PROJECT = fileURLToPath(new URL('../..', import.meta.url))

const folder = await mkdtemp(join(tmpdir(), 'hc-update-'))
// nginx gives its rights up, and reads the folder then.
await chmod(folder, 0o711)
const before = findProgram('nginx')
  ? await openBeside(PROJECT, 'oldest')
  : { skipped: 'it needs nginx' }
if ('skipped' in before) console.log(`SKIPPED: an update beside buyers: ${before.skipped}`)

afterAll(() => rm(folder, { recursive: true }))

describe.skipIf('skipped' in before)('contract §2, MIGRATE: an update beside buyers', () => {
  test('two processes are updated with a migration between, and each loses a request at most', async () => {
    if ('skipped' in before) return
    const server = inject('postgres')
    const name = `update_${crypto.randomUUID().replaceAll('-', '')}`
    await createDatabase(server, { name })
    const databaseUrl = `postgresql://${server.user}@/${name}?host=${encodeURIComponent(server.host)}`
    const port = await findFreePort()
    const ports: [number, number] = [await findFreePort(), await findFreePort()]
    const { certificate, stop } = await startNginx(folder, { port, upstreams: ports })
    setDefaultCACertificates([await readFile(certificate, 'utf8')])
    const addresses = {
      baseUrl: `https://localhost:${port}`,
      checkoutUrl: `https://localhost:${port}/checkout`,
      paymentFrameUrl: `https://127.0.0.1:${port}/payment-frame`,
    }
    const env = {
      BASE_URL: addresses.baseUrl,
      CHECKOUT_URL: addresses.checkoutUrl,
      PAYMENT_FRAME_URL: addresses.paymentFrameUrl,
      REDIS_URL: inject('redisUrl'),
      TRUST_PROXY: '1',
    }
    const start = (port: number, main?: string) =>
      aProcess({ databaseUrl, ...(main && { main }) }, { ...env, PORT: String(port) })
    const older = []
    for (const port of ports) older.push(await start(port, before.main))

    const at = clientOf(addresses)
    const store = await aStore(at)
    await aProduct(at, store, { variants: [{ stock: 100_000 }] })
    let isUpdating = true
    const results: { status: number; text: string }[] = []
    async function buy() {
      const id = await aSession(at, store)
      const paid = await (await aBuyer(at, id)).pay()
      const read = await readSession(at, store, id)
      results.push(paid, read)
      if (paid.status === 200 && read.status === 200) expect(read.body.status).toBe('complete')
    }
    let lost = 0
    /** Between a process's last look at its door and its end nginx may have sent one more request. */
    async function buyOrLose() {
      try {
        await buy()
      } catch (error) {
        if (!String(error).includes('502 Bad Gateway')) throw error
        lost += 1
      }
    }
    const buyers = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (isUpdating) await buyOrLose()
      }),
    )

    const migrated = await runOperatorProgram('migrate', { env: { DATABASE_URL: databaseUrl } })
    expect([migrated.code, migrated.stderr]).toEqual([0, ''])
    for (const { child, exited, port } of older) {
      child.kill('SIGTERM')
      expect(await exited).toEqual({ code: 0, signal: null })
      await start(port)
    }
    for (let count = 0; count < 20; count += 1) await buy()
    isUpdating = false
    await buyers

    expect(results.length).toBeGreaterThan(100)
    const failed = results.filter(({ status }) => status !== 200)
    expect(failed.filter(({ status }) => status !== 502)).toEqual([])
    expect(failed.length + lost).toBeLessThanOrEqual(older.length)
    const sql = openSql(databaseUrl)
    await expectInvariants(sql)
    await sql.close()
    await stop()
  })
})
