import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../postgres/embedded/embedded-postgres.ts'
import { migrate } from '../../postgres/migrations.ts'
import { OWNERS_DEFAULTS, SERVICES_DEFAULTS, setDefaults } from './hostile-defaults.ts'
import { createDatabase, letServiceUse, onServer, TEMPLATE } from './test-postgres.ts'
import { startRedis } from './redis-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; database: string; user: string }
    redisUrl: string
  }
}

const QUICK = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '400',
}

/** Letters are those of this language, where `I` and `i` are two. */
const TURKISH = "locale_provider icu icu_locale 'tr-TR'"

/** One PostgreSQL with a migrated template database and one Redis, for all integration tests. */
export default async function startServers(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'hc-test-'))
  const postgres = await startEmbeddedPostgres({ dataDir: folder, settings: QUICK })
  const redis = await startRedis()
  const isHostile = project.name === 'hostile-database'
  if (isHostile) await onServer(postgres.connection, setDefaults('role postgres', OWNERS_DEFAULTS))
  await createDatabase(postgres.connection, {
    name: TEMPLATE,
    ...(isHostile && { locale: TURKISH }),
  })
  await migrate({ ...postgres.connection, database: TEMPLATE }, { cell: { code: '00', number: 0 } })
  await letServiceUse(postgres.connection, TEMPLATE)
  if (isHostile) await onServer(postgres.connection, setDefaults('role service', SERVICES_DEFAULTS))
  project.provide('postgres', postgres.connection)
  project.provide('redisUrl', redis.url)
  return async () => {
    await Promise.all([postgres.stop(), redis.remove()])
    await rm(folder, { recursive: true, force: true })
  }
}
