import { expect } from 'vitest'
import { LIVE, aBuyer, aProduct, aSession, aStore } from '../builders.ts'
import type { Sql } from '../sql.ts'
import type { ServiceClient } from '../servers/test-service.ts'

/** A payment by redirect whose buyer did not confirm in time. */
export async function anOverduePayment({ service, sql }: { service: ServiceClient; sql: Sql }) {
  const store = await aStore(service, { ...LIVE, paymentMethods: ['ideal'] })
  await aProduct(service, store)
  const id = await aSession(service, store)
  const buyer = await aBuyer(service, id)
  expect((await buyer.payWith('ideal')).status).toBe(202)
  const [attempt] = await sql.rows<{ id: string; paymentId: string }>(
    `update payment_attempts set lease_until = clock_timestamp() - interval '1 minute'
    where session_id = $1 returning id, provider_payment_id as "paymentId"`,
    [id],
  )
  return { store, id, buyer, attempt: attempt! }
}
