import type { CheckoutDeps } from '../../checkout/checkout-deps.ts'
import type { DisputeState } from '../../checkout/refunds/dispute.ts'
import { receiveNotification } from '../../checkout/payments/receive-notification.ts'
import { recoverReadings } from '../../checkout/refunds/refresh-charge.ts'
import type { World } from '../checkout-world.ts'
import type { aPaidOrder } from './refund-world.ts'

type PaidOrder = Awaited<ReturnType<typeof aPaidOrder>>
type OrderAttempt = Pick<PaidOrder, 'attempt'>

/** The bank's notification of what happened to the order's payment. */
export async function hear(world: World, { attempt }: OrderAttempt, as: CheckoutDeps = world.deps) {
  const { body, headers } = world.bank.notificationOf({ attemptId: attempt.id })
  await receiveNotification(as, body, headers)
}

/** What the bank does to an order's payment. It sends a notification unless `isSilent`. */
export const bankActs = (world: World, order: OrderAttempt, { isSilent = false } = {}) => {
  const attemptId = order.attempt.id
  const say = () => (isSilent ? undefined : hear(world, order))
  return {
    async refunds(amount: number) {
      if (!(await world.bank.refundByBank({ attemptId, amount }))) throw new Error('too much')
      await say()
    },
    async takesRefundBack(code = 'declined') {
      if (!(await world.bank.failRefund({ attemptId, code }))) throw new Error('no refund')
      await say()
    },
    async disputes(state: DisputeState = 'needs_response', amount = 2450) {
      const asked = { attemptId, amount, reason: 'product_not_received', state }
      if (!(await world.bank.dispute(asked))) throw new Error('nothing is left')
      await say()
    },
  }
}

/** The order's money as the record has it. */
export async function moneyOf(world: World, { orderNumber }: PaidOrder) {
  const [order] = await world.sql.rows<{ id: string; refunded: string; dispute: string | null }>(
    'select id, refunded, dispute from orders where order_number = $1',
    [orderNumber],
  )
  return {
    refunded: Number(order?.refunded),
    dispute: order?.dispute,
    refunds: (
      await world.sql.rows<{ row: string }>(
        `select kind || ' ' || amount || ' ' || state as row from order_refunds where order_id = $1
        order by created_at, id`,
        [order?.id],
      )
    ).map(({ row }) => row),
    disputes: await world.sql.rows(
      `select amount::integer, currency, reason, state, due_at > clock_timestamp() as "isDue",
        closed_at is not null as "isClosed" from order_disputes where order_id = $1`,
      [order?.id],
    ),
  }
}

/** Recovers as a process that starts minutes later. */
export async function recoverReadingsNow(world: World, as = world.deps) {
  await world.sql.rows(
    'update orders set charge_due_at = clock_timestamp() where charge_due_at is not null',
  )
  await recoverReadings(as)
}

/** The news of the order that its owners got. */
export const notifiedOf = (world: World, { orderNumber }: { orderNumber: string }) =>
  world.notified.filter((news) => 'orderNumber' in news && news.orderNumber === orderNumber)

/** How many log lines with this name each order has. */
export const saidIn = (world: World, orderOf: string[], name: string) =>
  world
    .log()
    .split('\n')
    .filter((line) => line.includes(`"${name}"`) && orderOf.some((part) => line.includes(part)))
    .length
