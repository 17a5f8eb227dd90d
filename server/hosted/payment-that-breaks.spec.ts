import { afterEach, describe, expect, test } from 'vitest'
import { aProduct, aSession, aStore, readSession } from '../testing/builders.ts'
import { call } from '../testing/http-call.ts'
import { openPage } from '../testing/store/plain-forms.ts'
import { openSpecService } from '../testing/servers/spec-service.ts'

const { service, sql } = await openSpecService({ isBroken: true })
const store = await aStore(service)
await aProduct(service, store)

const send = (address: string, fields: Record<string, string>) =>
  call<string>('POST', address, {
    text: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

/** From now on no order can be written. */
async function breakOrders() {
  await sql.rows(
    `create function no_order() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`,
  )
  await sql.rows(
    'create trigger no_order before insert on orders for each row execute function no_order()',
  )
}

const mend = () => sql.rows('drop function if exists no_order cascade')
afterEach(mend)

describe('contract §5: without JavaScript, a payment that breaks once it has begun', () => {
  test('a payment that breaks leads to the session’s page, and nobody says nothing was charged', async () => {
    const id = await aSession(service, store)
    const page = `${service.checkoutUrl}/${id}`
    const details = {
      name: 'Ana Example',
      phone: '+34 600 000 000',
      option: 'standard',
      place: 'Calle Mayor 1',
    }
    const cardPage = (await send(page, details)).headers.get('location') ?? ''
    await breakOrders()
    const answer = await send(cardPage, { number: '4242424242424242', exp: '12/40', cvc: '123' })
    expect(answer.status).toBe(303)
    const result = answer.headers.get('location') ?? ''
    expect(result.startsWith(page)).toBe(true)
    const { text } = await call<string>('GET', result)
    expect(text).toContain('Your payment is being processed. You do not need to pay again.')
    expect(text.replaceAll(/<script[^]*?<\/script>/g, '')).not.toContain('not charged')
    expect(service.log()).toContain('request.failed')
    await mend()
    await expect
      .poll(async () => (await readSession(service, store, id)).body.status)
      .toBe('complete')
    expect((await openPage(result)).text).toContain('Payment received')
  })
})
