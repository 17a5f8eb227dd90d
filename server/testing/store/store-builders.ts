import { setTimeout as wait } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import { type TestStore, aBuyer, aProduct, aSession, aStore } from '../builders.ts'
import { type Answer, call } from '../http-call.ts'
import { quickPasswords } from './quick-passwords.ts'
import type { TestService } from '../servers/test-service.ts'
import { type Sql, openSql } from '../sql.ts'

export const PASSWORD = 'correct horse battery staple'

const PASSWORD_HASH = await quickPasswords.hash(PASSWORD)

export type Role = 'owner' | 'staff'

/** A member of the store with the usual password; returns the e-mail address. */
export async function addMember(
  sql: Sql,
  { id }: Pick<TestStore, 'id'>,
  fields: { role?: Role; email?: string } = {},
) {
  const { role = 'owner', email = `${randomUUID()}@loom.example` } = fields
  await sql.rows(
    'insert into store_members (store_id, email, password_hash, role) values ($1, $2, $3, $4)',
    [id, email, PASSWORD_HASH, role],
  )
  return email
}

let accounts = 0

/** A store whose owner can sign in. */
export async function aStoreWithOwner(service: TestService, fields: Record<string, unknown> = {}) {
  accounts += 1
  const email = `Owner-${accounts}@loom.example`
  const store = await aStore(service, fields)
  const sql = openSql(service.databaseUrl)
  await addMember(sql, store, { email })
  await sql.close()
  return { ...store, email }
}

/** Sells one item; returns the order's number. */
export async function anOrder(
  service: TestService,
  store: TestStore,
  {
    product = {},
    session = {},
    pay = {},
  }: {
    product?: Record<string, unknown>
    session?: Record<string, unknown>
    pay?: Record<string, unknown>
  } = {},
) {
  await aProduct(service, store, product)
  const answer = await (await aBuyer(service, await aSession(service, store, session))).pay(pay)
  if (answer.body.status !== 'complete') throw new Error(`no order: ${answer.text}`)
  return answer.body.order.orderNumber
}

/** The headers of a form of our own page. */
export const ownForm = (service: TestService) => ({
  origin: new URL(service.baseUrl).origin,
  'sec-fetch-site': 'same-origin',
})

export function postForm(
  service: TestService,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = ownForm(service),
) {
  return call<string>('POST', `${service.baseUrl}/store${path}`, {
    text: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
}

/** The cookie `__Host-sid=…` as a browser returns it. */
export const cookieOf = ({ headers }: Answer<unknown>) =>
  /^__Host-sid=[\w-]{43}(?=;)/.exec(headers.get('set-cookie') ?? '')?.[0] ?? ''

const SIGN_IN_PATIENCE_MS = 150_000

/** On a busy machine a hash waits too long, and tries without one use up the limit of a minute. */
export async function untilAdmitted(signIn: () => Promise<Answer<string>>) {
  const deadline = performance.now() + SIGN_IN_PATIENCE_MS
  for (;;) {
    const answer = await signIn()
    if (![429, 503].includes(answer.status) || performance.now() > deadline) return answer
    await wait(1000 * Number(answer.headers.get('retry-after') ?? 1))
  }
}

/** A browser in which the owner has signed in. */
export async function aMember(service: TestService, email: string) {
  const answer = await untilAdmitted(() =>
    postForm(service, '/sign-in', { email, password: PASSWORD }),
  )
  const cookie = cookieOf(answer)
  if (cookie === '') throw new Error(`${email} could not sign in: ${answer.status}`)
  const get = (path: string) =>
    call<string>('GET', `${service.baseUrl}/store${path}`, { headers: { cookie } })
  return {
    cookie,
    get,
    csrf: async () => /name="csrf" value="([^"]+)"/.exec((await get('/orders')).text)?.[1] ?? '',
    post: (
      path: string,
      fields: Record<string, string>,
      headers: Record<string, string> = ownForm(service),
    ) => postForm(service, path, fields, { ...headers, cookie }),
  }
}

/** Every later sign-in also confirms the member, for tests of pages that ask for that. */
export const signInConfirms = async (sql: Sql) => {
  await sql.rows(
    'alter table store_sessions alter column confirmed_at set default clock_timestamp()',
  )
}
