import { describe, expect, test } from 'vitest'
import { call } from '../../testing/http-call.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { anOwner } from '../../testing/store/store-browser.ts'
import { ownForm, postForm } from '../../testing/store/store-builders.ts'

const { service, sql } = await openSpecService()

const LOG = '/settings/audit-log'

describe('security §4: Whoever is refused', () => {
  const loggedOf = (action: string) =>
    service
      .log()
      .split('\n')
      .filter((line) => line.includes(`"${action}"`))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  const written = (storeId: string) =>
    sql.rows<{ action: string; count: number }>(
      `select action, (details ->> 'count')::int as count from audit_log
      where store_id = $1 and action ~ '^(auth|access|form)' order by id`,
      [storeId],
    )

  test('a refusal is logged by keyed hashes, and told to the store in a few lines an hour', async () => {
    const { store, browser, email } = await anOwner(service, sql)
    const stranger = (given: string) =>
      postForm(
        service,
        '/sign-in',
        { email: given, password: 'wrong wrong wrong' },
        { ...ownForm(service), 'x-forwarded-for': '203.0.113.77' },
      )
    for (let tries = 0; tries < 14; tries += 1) await stranger(email)
    await stranger('nobody-at-all@loom.example')
    await expect
      .poll(() => written(store.id))
      .toEqual([
        { action: 'auth.refused', count: 1 },
        { action: 'auth.refused', count: 5 },
        { action: 'auth.limited', count: 1 },
      ])
    expect((await browser.open(`${LOG}?kind=sign_ins`)).text).toContain(
      'was not signed in: the password was wrong, 5 times in this hour',
    )
    const [first] = loggedOf('auth.refused')
    expect(first).toMatchObject({ client: expect.any(String), account: expect.any(String) })
    expect(loggedOf('auth.limited')).toHaveLength(5)
    const log = service.log()
    for (const secret of [email, 'nobody-at-all', 'wrong wrong', '203.0.113.77'])
      expect(log).not.toContain(secret)
  })

  test('a wrong platform token, an owners’ page or another page’s form is told as a refusal', async () => {
    const { store, browser, email } = await anOwner(service, sql)
    await service.call('GET', '/platform/v1/stores/st_1', { token: 'not-the-token' })
    expect(loggedOf('platform.refused').at(-1)).toMatchObject({ account: null })
    await sql.rows("update store_members set role = 'staff' where email = $1", [email])
    expect((await browser.open(LOG)).status).toBe(403)
    expect((await browser.post('/sign-out', { csrf: 'x' })).status).toBe(403)
    // Each is written beside its answer: the later one may be there first.
    await expect
      .poll(async () =>
        (await written(store.id)).toSorted((one, other) => one.action.localeCompare(other.action)),
      )
      .toEqual([
        { action: 'access.forbidden', count: 1 },
        { action: 'form.forged', count: 1 },
      ])
    await call('POST', `${service.baseUrl}/store/sign-in`, { headers: { origin: 'null' } })
    expect(loggedOf('form.forged')).toHaveLength(2)
    expect(service.log()).not.toContain('not-the-token')
  })
})
