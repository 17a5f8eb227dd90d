import { afterAll, expect } from 'vitest'
import { openSql } from './sql.ts'
import type { Rate } from '../checkout/ports/cache.ts'
import type { ServiceOptions } from '../service-options.ts'
import { startTestService } from './test-service.ts'

/** What failed in this log that nobody foresees. */
export const findFailures = (log: string) =>
  log.split('\n').filter((line) => /request\.failed|background\.failed/.test(line))

type Setup = {
  /** Settings beside those of every test service. */
  env?: Record<string, string>
  /** Whether something fails here that nobody foresees elsewhere. (Default: that fails the file.) */
  isBroken?: boolean
  /** Of a key, such as no setting allows. (Default: that of the settings.) */
  rateLimit?: Rate
} & ServiceOptions

/**
 * The service that the tests of a spec file share, and a look at its database, until the file's
 * last test. It is behind a proxy: a test may come from whichever network.
 */
export async function openSpecService({ env, isBroken = false, ...when }: Setup = {}) {
  const service = await startTestService({ ...when, env: { TRUST_PROXY: '1', ...env } })
  const sql = openSql(service.databaseUrl)
  afterAll(async () => {
    if (!isBroken) expect(findFailures(service.log())).toEqual([])
    await sql.close()
    await service.stop()
  })
  return { service, sql }
}
