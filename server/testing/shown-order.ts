import { expect } from 'vitest'
import { type Answer, call } from './http-call.ts'
import { type FormFields, hiddenFields } from './store/page-text.ts'
import type { TestService } from './servers/test-service.ts'
import type { Sql } from './sql.ts'
import { aMember, anOrder, aStoreWithOwner } from './store/store-builders.ts'

export type StoreWithOwner = Awaited<ReturnType<typeof anOwnedStore>>

export async function anOwnedStore(service: TestService) {
  const store = await aStoreWithOwner(service)
  const member = await aMember(service, store.email)
  return { store, member, csrf: await member.csrf() }
}

export type OrderPage = Awaited<ReturnType<typeof openOrderPage>>

/** An order of two mugs at €19.90 each, and its store's owner on its page. */
export async function openOrderPage(
  service: TestService,
  sql: Sql,
  { store, member, csrf }: StoreWithOwner,
) {
  const number = await anOrder(service, store, {
    session: { items: [{ product: 'mug', quantity: 2 }] },
  })
  const path = `/orders/${number}`
  const post = (step: string, fields: FormFields = {}) =>
    member.post(`${path}/${step}`, { csrf, ...fields })
  const read = () => member.get(path)
  /** Sends the form and confirms it on the next page. */
  async function refund(fields: FormFields) {
    const review = await post('refund', fields)
    return {
      review,
      answer: review.status === 200 ? await post('refund/confirm', hiddenFields(review)) : review,
    }
  }
  const recorded = async () =>
    (
      await sql.rows<{
        refunded: string
        returned: number
        note: string | null
        fulfilled_by: string | null
      }>('select refunded, returned, note, fulfilled_by from orders where order_number = $1', [
        number,
      ])
    )[0]
  const audited = async () =>
    (
      await sql.rows<{ actor: string; action: string }>(
        'select actor, action from audit_log where subject = $1 order by id',
        [number],
      )
    ).map(({ actor, action }) => `${action} ${actor}`)
  const bank = async () =>
    (
      await sql.rows<{ status: string; refunded: string }>(
        `
    select p.status, p.refunded from test_provider.payments p join orders o on o.attempt_id = p.attempt_id where o.order_number = $1`,
        [number],
      )
    )[0]
  return { store, member, number, path, csrf, post, read, refund, recorded, audited, bank }
}

/** The notice on the page that an action leads to. */
export async function noticeOf(
  service: TestService,
  { member, path }: OrderPage,
  answer: Answer<unknown>,
) {
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `/store${path}`])
  const cookie = /__Host-notice=[^;]+/.exec(answer.headers.get('set-cookie') ?? '')?.[0]
  const page = await call<string>('GET', `${service.baseUrl}/store${path}`, {
    headers: { cookie: `${member.cookie}; ${cookie}` },
  })
  return /role="(?:status|alert)">\s*<p>([^<]+)<\/p>/.exec(page.text)?.[1]
}
