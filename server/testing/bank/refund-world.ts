import { randomBase62 } from '../../auth/random.ts'
import type { CheckoutDeps } from '../../checkout/checkout-deps.ts'
import { recoverRefunds, requestRefund } from '../../checkout/refunds/refund-order.ts'
import { RefundRefused, type RefundRequest } from '../../checkout/refunds/refund.ts'
import { Killed, type World } from '../checkout-world.ts'

export const UNKNOWN = { type: 'unknown' } as const

/** A paid order of 2 units at €10.00 with €4.50 delivery; 8 units are left. */
export async function aPaidOrder(world: World) {
  const session = await world.aSession({ stock: 10, quantity: 2 })
  const paid = await world.pay(session.id)
  if (paid.status !== 'complete') throw new Error('the payment is not complete')
  return {
    ...session,
    orderNumber: paid.order.orderNumber,
    attempt: await world.attemptOf(session.id),
  }
}

/** Asks for a refund as a form that is sent for the first time. */
export function refund(
  world: World,
  orderNumber: string,
  { as = world.deps, ...fields }: Partial<RefundRequest> & { as?: CheckoutDeps } = {},
) {
  return requestRefund(as, {
    storeId: world.storeId,
    orderNumber,
    amount: 500,
    returnedUnits: 0,
    reason: null,
    actor: { name: 'owner@shop.example', address: '192.0.2.1' },
    idempotencyKey: randomBase62(20),
    ...fields,
  })
}

/** Why it is refused; undefined when it is not. */
export const refusalOf = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof RefundRefused) return error.refusal
      throw error
    },
  )

/** A refund whose process died: with the provider's answer (`isAsked`), or before it asked. */
export async function aHangingRefund(
  world: World,
  orderNumber: string,
  { isAsked, ...fields }: Partial<RefundRequest> & { isAsked: boolean },
) {
  const die: CheckoutDeps['reach'] = (failpoint) => {
    if (failpoint === (isAsked ? 'K11' : 'K10')) throw new Killed(failpoint)
  }
  await refund(world, orderNumber, { ...fields, as: { ...world.deps, reach: die } }).catch(
    (error: unknown) => {
      if (!(error instanceof Killed)) throw error
    },
  )
}

/** Recovers as a process that starts seconds later. */
export async function recoverNow(world: World, as = world.deps) {
  await world.sql.rows(
    'update order_refunds set next_check_at = clock_timestamp() where next_check_at is not null',
  )
  await recoverRefunds(as)
}

/** The refunds of an order, oldest first, and the order's own sum. */
export async function recordOf(world: World, orderNumber: string) {
  const refunds = await world.sql.rows<{ state: string; amount: string; failure: string | null }>(
    `
    select r.state, r.amount, r.failure_code as failure
    from order_refunds r join orders o on o.id = r.order_id where o.order_number = $1 order by r.created_at`,
    [orderNumber],
  )
  const [order] = await world.sql.rows<{ refunded: string; returned: number }>(
    'select refunded, returned from orders where order_number = $1',
    [orderNumber],
  )
  return {
    refunded: Number(order?.refunded),
    returned: order?.returned,
    states: refunds.map(({ state }) => state),
    amounts: refunds.map(({ amount }) => Number(amount)),
    failures: refunds.map(({ failure }) => failure),
  }
}

/** The bank's record of a session's payment. */
export async function bankOf(world: World, sessionId: string) {
  const [payment] = await world.sql.rows<{ status: string; refunded: string }>(
    'select status, refunded from test_provider.payments where session_id = $1',
    [sessionId],
  )
  return { status: payment?.status, refunded: Number(payment?.refunded) }
}
