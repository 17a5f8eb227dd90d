import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../postgres/embedded/embedded-postgres.ts'
import { migrate } from '../postgres/migrations.ts'
import { runReconcile } from '../testing/servers/operator-process.ts'

describe('payments §6: the command', () => {
  test('the command with a bad setting, or without a database, ends with 2 and says why', async () => {
    const bad = await runReconcile({ env: { DATABASE_URL: 'mysql://x' } })
    expect([bad.code, bad.stderr]).toEqual([
      2,
      expect.stringMatching(/^Bad setting DATABASE_URL: /),
    ])
    const gone = await runReconcile({ env: { DATABASE_URL: 'postgres://127.0.0.1:1/x' } })
    expect([gone.code, gone.stderr]).toEqual([2, expect.stringContaining('ECONNREFUSED')])
  })

  test('the command finds the embedded database of a service, or starts it, and makes none', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'hc-reconcile-'))
    const env = { DATA_DIR: dataDir }
    const none = await runReconcile({ env })
    expect([none.code, none.stderr]).toEqual([
      2,
      expect.stringMatching(/^There are no data in .*DATABASE_URL\.\n$/),
    ])
    const postgres = await startEmbeddedPostgres({ dataDir })
    await migrate(postgres.connection)
    const healthy = { code: 0, lines: ['0 payments compared, 0 differences'], stderr: '' }
    expect(await runReconcile({ env })).toEqual(healthy)
    await postgres.stop()
    expect(await runReconcile({ env })).toEqual(healthy)
    await rm(dataDir, { recursive: true, force: true })
  })
})
