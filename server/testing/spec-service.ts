import { afterAll, beforeAll, expect } from 'vitest'
import { type TestService, startTestService } from './test-service.ts'
import { type Sql, openSql } from './sql.ts'

/**
 * The service that the importing file's tests share, and a look at its database. What fails
 * unforeseen fails the file.
 */
export let service: TestService
export let sql: Sql

beforeAll(async () => {
  // Behind a proxy: a test may come from whichever network.
  service = await startTestService({ env: { TRUST_PROXY: '1' } })
  sql = openSql(service.databaseUrl)
})

afterAll(async () => {
  expect(service.log()).not.toMatch(/request\.failed|background\.failed/)
  await sql.close()
  await service.stop()
})
