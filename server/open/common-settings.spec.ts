import { afterAll, describe, expect, test, vi } from 'vitest'
import { compareSettings } from './common-settings.ts'
import { openPool } from '../postgres/database.ts'
import { openSql } from '../testing/sql.ts'
import { createTestDatabase } from '../testing/servers/test-postgres.ts'

const [FIRST = '', SECOND = '', THIRD = ''] = ['first', 'second', 'third'].map((name) =>
  name.padEnd(32, '.'),
)

describe('contract §2, TOKEN_SIGNING_KEY: what all processes of a service have in common', async () => {
  const database = await createTestDatabase()
  const pool = openPool(database.connection, { onIdleError: () => undefined })
  const sql = openSql(database.url)
  const settingDiffers = vi.fn<(difference: object) => void>()
  afterAll(async () => {
    await Promise.all([pool.close(), sql.close()])
    await database.drop()
  })

  const start = (signingKeys: string[], baseUrl = 'https://shop.example') =>
    compareSettings(
      {
        databaseUrl: database.url,
        baseUrl,
        checkoutUrl: 'https://pay.example',
        paymentFrameUrl: 'https://cards.example',
        paymentProvider: 'test',
        sharedSettings: { SMTP_URL: 'smtps://user:secret@mail.example' },
      },
      { signingKeys, pool, events: { settingDiffers } },
    )

  test('a process without a known signing key does not start; one key may replace the other', async () => {
    for (const keys of [[FIRST], [FIRST, SECOND], [SECOND, FIRST], [SECOND]]) await start(keys)
    const refusal = /^TOKEN_SIGNING_KEY: none of its keys is .*select become_another_service\(\)/
    for (const keys of [[FIRST], [THIRD, FIRST]]) await expect(start(keys)).rejects.toThrow(refusal)
    await start([SECOND])
    const [kept] = await sql.rows('select settings::text from common_settings')
    for (const key of [FIRST, SECOND, THIRD, 'secret@'])
      expect(JSON.stringify(kept)).not.toContain(key)
    await sql.rows('select become_another_service()')
    await start([THIRD])
    expect(settingDiffers).not.toHaveBeenCalled()
  })

  test('the first process with another address says so, and the next one has the same', async () => {
    await start([THIRD], 'https://other.example')
    await start([THIRD], 'https://other.example')
    expect(settingDiffers.mock.calls).toEqual([
      [{ setting: 'BASE_URL', here: 'https://other.example', before: 'https://shop.example' }],
    ])
  })
})
