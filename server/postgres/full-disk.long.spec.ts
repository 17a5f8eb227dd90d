import { execFileSync, spawnSync } from 'node:child_process'
import { glob, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aProduct, aStore, countStatuses } from '../testing/builders.ts'
import { expectError } from '../testing/expect-error.ts'
import { runOperatorProgram } from '../testing/servers/operator-process.ts'
import { openSql } from '../testing/sql.ts'
import {
  type TestService,
  WITHOUT_LIMITS,
  startTestService,
} from '../testing/servers/test-service.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/embedded-postgres.ts'

const disk = await mkdtemp(join(tmpdir(), 'hc-full-'))
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256m', 'tmpfs', disk])

if (mounted.status !== 0) console.log('SKIPPED: a full disk, which needs the right to mount.')
describe.skipIf(mounted.status !== 0)('contract §6: a disk that is full', () => {
  let postgres: EmbeddedPostgres
  let service: TestService

  beforeAll(async () => {
    postgres = await startEmbeddedPostgres({ dataDir: disk })
    const { host, user, database } = postgres.connection
    service = await startTestService({
      databaseUrl: `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`,
    })
  })
  afterAll(async () => {
    // At once: what still waits for an answer of this PostgreSQL ends with it.
    await Promise.all([service.stop(), postgres.stop()])
  })

  const fill = async (name = 'filling') => {
    const { bavail, bsize } = await statfs(disk)
    // PostgreSQL may have taken some of it meanwhile.
    await writeFile(join(disk, name), Buffer.alloc(bavail * bsize)).catch((error) =>
      expect(error).toHaveProperty('code', 'ENOSPC'),
    )
  }
  const callDoctor = async () => {
    const { lines, code } = await runOperatorProgram('doctor', {
      env: {
        DATABASE_URL: service.databaseUrl,
        PORT: new URL(service.baseUrl).port,
        ...WITHOUT_LIMITS,
      },
    })
    return [code, ...lines.filter((line) => line.startsWith('!!'))]
  }
  const ready = async () => (await service.call('GET', '/readyz')).status

  test('the service is not ready, creates are busy, and all is well once there is room', async () => {
    const store = await aStore(service)
    await aProduct(service, store)
    const create = () =>
      service.call('POST', '/v1/checkout/sessions', {
        token: store.keys.secret,
        body: { items: [{ product: 'mug' }] },
      })
    expect(await ready()).toBe(200)
    // PostgreSQL stops when its log needs a new segment and there is no room: this one is fresh.
    const sql = openSql(service.databaseUrl)
    await sql.rows('select pg_switch_wal()')
    await sql.close()
    expect((await create()).status).toBe(201)
    await fill()
    await expect.poll(ready, { timeout: 20_000 }).toBe(503)
    // An address may have 256 connections.
    const answers = await Promise.all(Array.from({ length: 200 }, create))
    console.log(countStatuses(answers))
    const refused = answers.find(({ status }) => status !== 201)
    if (refused) expectError(refused, 503, 'busy')
    expect(Object.keys(countStatuses(answers))).not.toContain('500')
    const cannotWrite = expect.stringMatching(/^!! {2}service: it cannot write to its database/)
    expect(await callDoctor()).toEqual([
      1,
      expect.stringMatching(
        /^!! {2}(disk: 0 MB free \(0 %\) in |database: it cannot be asked ).*Make room/,
      ),
      cannotWrite,
    ])
    // Without these files, which PostgreSQL drops by itself at times, a new connection needs room.
    for await (const file of glob('**/pg_internal.init', { cwd: disk })) await rm(join(disk, file))
    await fill('more filling')
    expect(await callDoctor()).toEqual([
      1,
      expect.stringMatching(/^!! {2}database: it cannot be asked .*No space left.*Make room/),
      cannotWrite,
    ])
    await rm(join(disk, 'more filling'))
    await rm(join(disk, 'filling'))
    await expect.poll(ready).toBe(200)
    expect((await create()).status).toBe(201)
  })
})

afterAll(async () => {
  if (mounted.status === 0) execFileSync('umount', [disk])
  await rm(disk, { recursive: true })
})
