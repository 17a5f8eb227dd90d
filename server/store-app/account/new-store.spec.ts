import { describe, expect, test } from 'vitest'
import { countStatuses } from '../../testing/builders.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { PLATFORM_TOKEN, startTestService } from '../../testing/servers/test-service.ts'
import { createTestDatabase } from '../../testing/servers/test-postgres.ts'
import { openSql } from '../../testing/sql.ts'
import { aBrowserOf, errorsIn, noticeIn } from '../../testing/store/store-browser.ts'
import { ownForm, PASSWORD, postForm, untilAdmitted } from '../../testing/store/store-builders.ts'

const { service, sql } = await openSpecService()

type Line = { msg: string; address: string; code: string }

/** What a start has written about the first store. */
const awaitedIn = (log: string) =>
  log
    .split('\n')
    .filter((line) => line.includes('"store.awaited"'))
    .map((line) => JSON.parse(line) as Line)

const [awaited] = awaitedIn(service.log())
const CODE = awaited?.code ?? ''

const FIELDS = { name: 'Loom & Co', currency: 'CHF', email: 'ana@loom.example' }

const fieldsWith = (fields: Record<string, string>) => ({
  ...FIELDS,
  'new-password': PASSWORD,
  ...fields,
})

const stores = () => sql.rows<{ id: string }>('select id from stores order by id')

const titleOf = ({ text }: { text: string }) => /<h1[^>]*>([^<]*)</.exec(text)?.[1]

let networks = 0
/** Wrong codes are limited for a network, so each form is from another one. */
const send = (fields: Record<string, string>, headers: Record<string, string> = ownForm(service)) =>
  postForm(service, '/new', fieldsWith(fields), {
    'x-forwarded-for': `2001:db8:9:${(networks += 1).toString(16)}::7`,
    ...headers,
  })

// One after the other: the first store is created between two of them.
describe('contract §8: /store while there is no store', () => {
  test('the start writes the address and a code of 140 bits, which is no other secret', () => {
    expect(awaitedIn(service.log())).toMatchObject([
      { level: 'info', address: `${service.baseUrl}/store/new` },
    ])
    expect(CODE).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/)
  })

  test('every process of the service writes the same code, and another database has another', async () => {
    const second = await startTestService({ databaseUrl: service.databaseUrl })
    const copy = await createTestDatabase()
    const copied = openSql(copy.url)
    await copied.rows('select become_another_service()')
    await copied.close()
    const other = await startTestService({ databaseUrl: copy.url })
    const codes = [second, other].map((each) => awaitedIn(each.log())[0]?.code)
    await Promise.all([second.stop(), other.stop()])
    await copy.drop()
    expect(codes[0]).toBe(CODE)
    expect(codes[1]).toMatch(/^\w{4}-/)
    expect(codes[1]).not.toBe(CODE)
  })

  test('/store leads a browser to the page that creates the first one', async () => {
    const browser = aBrowserOf(service)
    let answer = await browser.open('')
    const visited = [answer.headers.get('location')]
    answer = await browser.follow(answer)
    visited.push(answer.headers.get('location'))
    const page = await browser.follow(answer)
    expect(visited).toEqual(['/store/sign-in', '/store/new'])
    expect(titleOf(page)).toBe('Create the first store')
    expect(page.text).toContain('No real money moves')
    expect(page.headers.get('cache-control')).toBe('no-store')
  })

  test.each([
    ['no code', ''],
    ['another code', '0000-0000-0000-0000-0000-0000-0000'],
    ['a part of the code', CODE.slice(0, -1)],
    ['a part of the platform token', PLATFORM_TOKEN.slice(1)],
  ])('creates nothing with %s, and logs that somebody was refused', async (_, code) => {
    const answer = await send({ code })
    expect([answer.status, ...errorsIn(answer)]).toEqual([
      422,
      'This is neither the code nor the platform token.',
    ])
    expect(await stores()).toEqual([])
    expect(service.log()).toContain('"platform.refused"')
  })

  test.each([
    ['name', { name: ' ' }, 'Enter a name of 1 to 120 characters.'],
    ['currency', { currency: 'XXX' }, 'Choose a currency of the list.'],
    ['email', { email: 'ana@' }, 'Enter an email address such as ana@loom.example.'],
    [
      'password',
      { 'new-password': 'password1234' },
      'This password is among the first that everybody tries. Choose another one.',
    ],
  ])(
    'a wrong %s is said at its field, and the code is kept in the form',
    async (_, field, sentence) => {
      const answer = await send({ code: CODE, ...field })
      expect([answer.status, ...errorsIn(answer)]).toEqual([422, sentence])
      expect(answer.text).toContain(`value="${CODE}"`)
      expect(answer.text).not.toContain(PASSWORD)
      expect(await stores()).toEqual([])
    },
  )

  test('the page never repeats the platform token', async () => {
    const answer = await send({ code: PLATFORM_TOKEN, name: '' })
    expect(answer.status).toBe(422)
    expect(answer.text).not.toContain(PLATFORM_TOKEN)
  })

  test('a form of another page, or of none, creates nothing', async () => {
    for (const headers of [{ origin: 'https://evil.example' }, { 'x-none': '' }])
      expect((await send({ code: CODE }, headers)).status).toBe(403)
    expect(await stores()).toEqual([])
  })

  test('a test store takes nobody the first one; with an owner, it has a sign-in', async () => {
    const testStore = { name: 'Test order', plan: 'pro', currency: 'EUR', test: true }
    const browser = aBrowserOf(service)
    for (const [owner, status] of [
      [undefined, 303],
      [{ email: 'trying@loom.example', password: PASSWORD }, 200],
    ] as const) {
      const created = await untilAdmitted(() =>
        service.platform<string>('POST', '/stores', { ...testStore, owner }),
      )
      expect(created.status).toBe(201)
      expect((await browser.open('/sign-in')).status).toBe(status)
    }
    expect(titleOf(await browser.open('/new'))).toBe('Create the first store')
  })

  test('browsers that send the code at once create one store, whose owner is signed in', async () => {
    const before = await stores()
    const browsers = Array.from({ length: 6 }, () => aBrowserOf(service))
    const answers = await Promise.all(
      browsers.map((browser, index) =>
        untilAdmitted(() =>
          browser.post(
            '/new',
            fieldsWith({
              code: ` ${CODE.toLowerCase().replaceAll('0', 'o')} `,
              email: `ana-${index}@loom.example`,
              'time-zone': 'Europe/Zurich',
            }),
            { page: '/new' },
          ),
        ),
      ),
    )
    expect(countStatuses(answers)).toEqual({ 303: 1, 422: 5 })
    const first = answers.findIndex(({ status }) => status === 303)
    for (const answer of answers.filter(({ status }) => status === 422))
      expect(errorsIn(answer)[0]).toMatch(/^The code has created the first store already/)
    const created = (await stores()).filter(({ id }) => !before.some((one) => one.id === id))
    expect(created).toHaveLength(1)
    const home = await browsers[first]?.follow(answers[first] ?? ({ status: 0 } as never))
    expect(titleOf(home ?? { text: '' })).toBe('Home')
    expect(home && noticeIn(home).text).toBe('Loom &amp; Co is created, and you are signed in.')
    expect(
      await sql.rows(
        `select action, actor, address is not null as "hasAddress" from audit_log
        where store_id = $1 order by id`,
        [created[0]?.id],
      ),
    ).toEqual([
      { action: 'store.created', actor: `ana-${first}@loom.example`, hasAddress: true },
      { action: 'member.signed_in', actor: `ana-${first}@loom.example`, hasAddress: true },
      { action: 'store.changed', actor: `ana-${first}@loom.example`, hasAddress: true },
    ])
  })
})

describe('contract §8: /store/new while there is a store', () => {
  test('it is as one that the platform creates, with keys and the usual delivery', async () => {
    const byPlatform = { name: 'Loom & Co', plan: 'pro', currency: 'CHF' }
    const { body } = await service.platform<{ id: string }>('POST', '/stores', byPlatform)
    const columns = `to_jsonb(s) - '{id,position,name,created_at,time_zone}'::text[] as store,
      (select array_agg(kind order by kind) from api_keys where store_id = s.id) as keys`
    const read = (where: string) => sql.rows(`select ${columns} from stores s where ${where}`)
    const [own] = await read(`name = 'Loom & Co' and id <> '${body.id}'`)
    expect([own]).toEqual(await read(`id = '${body.id}'`))
  })

  test('the code has ended, also for a process that starts', async () => {
    const answer = await send({ code: CODE, email: 'late@loom.example' })
    expect([answer.status, ...errorsIn(answer)]).toEqual([
      422,
      expect.stringMatching(/^The code has created the first store already/),
    ])
    const started = await startTestService({ databaseUrl: service.databaseUrl })
    const late = await postForm(
      started,
      '/new',
      fieldsWith({ code: CODE, email: 'late@loom.example' }),
    )
    await started.stop()
    expect(awaitedIn(started.log())).toEqual([])
    expect(errorsIn(late)).toEqual(['This is not the platform token.'])
  })

  test('/store leads to the sign-in again', async () => {
    const browser = aBrowserOf(service)
    const answer = await browser.follow(await browser.open(''))
    expect(titleOf(answer)).toBe('Sign in to your store')
  })

  test('the platform token creates the next one, and the same form twice creates one', async () => {
    const fields = { code: ` ${PLATFORM_TOKEN} `, name: 'Second', email: 'second@loom.example' }
    const answers = await Promise.all([1, 2].map(() => untilAdmitted(() => send(fields))))
    expect(countStatuses(answers)).toEqual({ 303: 1, 422: 1 })
    expect(await sql.rows(`select plan, is_test from stores where name = 'Second'`)).toEqual([
      { plan: 'pro', is_test: false },
    ])
    const refused = answers.find(({ status }) => status === 422)
    expect(refused && errorsIn(refused)[0]).toMatch(/^An account has this address already/)
  })

  test('a network that sends wrong tokens has to wait', async () => {
    const from = { ...ownForm(service), 'x-forwarded-for': '2001:db8:77::7' }
    const answers = []
    for (let tries = 0; tries < 22; tries += 1) answers.push(await send({ code: 'x' }, from))
    expect(answers.at(0)?.status).toBe(422)
    expect([answers.at(-1)?.status, Number(answers.at(-1)?.headers.get('retry-after'))]).toEqual([
      429,
      expect.toSatisfy((seconds) => Number(seconds) > 0),
    ])
  })
})
