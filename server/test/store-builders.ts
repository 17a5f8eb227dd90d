import { type TestStore, aBuyer, aProduct, aSession, aStore } from './builders.ts'
import { type Answer, call } from './http-call.ts'
import type { TestService } from './service.ts'
import type { Sql } from './sql.ts'

export const PASSWORD = 'correct horse battery staple'

let accounts = 0

/** A store whose owner can sign in. */
export async function aStoreWithOwner(service: TestService, fields: Record<string, unknown> = {}) {
  accounts += 1
  const email = `Owner-${accounts}@loom.example`
  return { ...await aStore(service, { owner: { email, password: PASSWORD }, ...fields }), email }
}

/** Sells one item and returns the order's number. */
export async function anOrder(service: TestService, store: TestStore, { product = {}, session = {}, pay = {} }: {
  product?: Record<string, unknown>; session?: Record<string, unknown>; pay?: Record<string, unknown>
} = {}) {
  await aProduct(service, store, product)
  const answer = await (await aBuyer(service, await aSession(service, store, session))).pay(pay)
  if (answer.body.status !== 'complete') throw new Error(`no order: ${answer.text}`)
  return answer.body.order.orderNumber
}

/** What a browser says with a form of our own page. */
export const ownForm = (service: TestService) => ({ origin: new URL(service.baseUrl).origin, 'sec-fetch-site': 'same-origin' })

export function postForm(service: TestService, path: string, fields: Record<string, string>,
  headers: Record<string, string> = ownForm(service)) {
  return call<string>('POST', `${service.baseUrl}/store${path}`, {
    text: new URLSearchParams(fields).toString(), headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
}

/** `__Host-sid=…` as the browser would send it back. */
export const cookieOf = ({ headers }: Answer<unknown>) =>
  /^__Host-sid=[\w-]{43}(?=;)/.exec(headers.get('set-cookie') ?? '')?.[0] ?? ''

/** A browser in which the owner has signed in. */
export async function aMember(service: TestService, email: string) {
  const cookie = cookieOf(await postForm(service, '/sign-in', { email, password: PASSWORD }))
  if (cookie === '') throw new Error(`${email} could not sign in`)
  const get = (path: string) => call<string>('GET', `${service.baseUrl}/store${path}`, { headers: { cookie } })
  return {
    cookie, get,
    csrf: async () => /name="csrf" value="([^"]+)"/.exec((await get('/orders')).text)?.[1] ?? '',
    post: (path: string, fields: Record<string, string>, headers: Record<string, string> = ownForm(service)) =>
      postForm(service, path, fields, { ...headers, cookie }),
  }
}

/** Somebody of the store with less rights, and the owner's password. */
export async function aStaffMember(sql: Sql, { email: owner }: { email: string }, email: string) {
  await sql.rows(`insert into store_members (store_id, email, password_hash, role)
    select store_id, $2, password_hash, 'staff' from store_members where lower(email) = lower($1)`, [owner, email])
}
