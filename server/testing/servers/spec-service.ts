import { afterAll, expect } from 'vitest'
import { openSql } from '../sql.ts'
import type { Rate } from '../../checkout/ports/cache.ts'
import type { ServiceOptions } from '../../service-options.ts'
import { startTestService } from './test-service.ts'

/** Log lines of unknown failures. */
export const findFailures = (log: string) =>
  log.split('\n').filter((line) => /request\.failed|background\.failed/.test(line))

type Setup = {
  /** Added to the settings of every test service. */
  env?: Record<string, string>
  /** Whether unknown failures are expected. (Default: they fail the file.) */
  isBroken?: boolean
  /** The limit of a key, which may be one that settings cannot have. */
  rateLimit?: Rate
} & ServiceOptions

/**
 * The service that all tests of a file share, and its database. It is behind a proxy, so that
 * requests can come from any network.
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
