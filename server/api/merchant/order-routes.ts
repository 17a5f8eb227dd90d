import type * as z from 'zod'
import { CheckoutError } from '../../checkout/errors.ts'
import { whyDisputed } from '../../checkout/refunds/dispute.ts'
import { setDelivered, setFulfilled } from '../../checkout/orders/fulfill-order.ts'
import { isOrderNumber } from '../../checkout/orders/order-number.ts'
import type { KeyHolder } from '../../checkout/ports/platform-records.ts'
import { requestRefund } from '../../checkout/refunds/refund-order.ts'
import { type RefundRefusal, RefundRefused } from '../../checkout/refunds/refund.ts'
import {
  CreateRefundRequest,
  DeliverOrderRequest,
  ListOrdersQuery,
  type MerchantOrder,
  type Refund,
} from '../../contract/merchant-orders.ts'
import { FulfillOrderRequest, toTracking } from '../../contract/tracking.ts'
import type { ApiOrder } from '../../orders/find-orders.ts'
import type { Orders } from '../../orders/open-orders.ts'
import type { Answer } from '../../web/answers/answer.ts'
import type { Exchange } from '../../web/requests/before-express.ts'
import { readOptionalJsonBody } from '../../web/requests/json-body.ts'
import { type WithDates, jsonWith, pageJson } from '../../web/answers/json-text.ts'
import { parse } from '../../web/requests/parse.ts'
import { NoQuery } from '../../web/requests/queries.ts'
import { knownPage } from '../../web/answers/refusals.ts'
import { type MerchantContext, admitServer } from './merchant-auth.ts'
import { merchantRoutes } from './merchant-routes.ts'
import { readRequestKey } from './request-keys.ts'

export type OrderContext = MerchantContext & {
  orders: Pick<Orders, 'find' | 'list'>
  evidence: {
    /** `SignedEvidence`, with dates that JSON makes texts of. */
    find(storeId: string, orderNumber: string): Promise<object | undefined>
  }
}

/** contract §3: what the merchant's systems do with orders. They need the secret key. */
export const orderRoutes = (context: OrderContext) =>
  merchantRoutes(context, {
    '/v1/orders': { get: listOrders },
    '/v1/orders/:id': { get: getOrder },
    '/v1/orders/:id/evidence': { get: getEvidence },
    '/v1/orders/:id/refunds': { post: createRefund },
    '/v1/orders/:id/fulfill': { post: fulfill },
    '/v1/orders/:id/deliver': { post: deliver },
  })

async function listOrders(context: OrderContext, exchange: Exchange): Promise<Answer> {
  const { holder, query } = await admitServer(context, exchange, ListOrdersQuery)
  const { paidAfter, paidBefore, ...page } = query
  const found = await context.orders.list(holder.storeId, {
    ...page,
    paidAfter: paidAfter === undefined ? undefined : new Date(paidAfter),
    paidBefore: paidBefore === undefined ? undefined : new Date(paidBefore),
  })
  const { data, nextCursor } = knownPage(found)
  return { status: 200, json: pageJson({ data: data.map(toJson), nextCursor }) }
}

async function getOrder(
  context: OrderContext,
  exchange: Exchange,
  orderNumber: string,
): Promise<Answer> {
  const { holder } = await admitServer(context, exchange, NoQuery)
  return { status: 200, json: toJson(await findOrder(context, holder, orderNumber)) }
}

async function getEvidence(
  context: OrderContext,
  exchange: Exchange,
  orderNumber: string,
): Promise<Answer> {
  const { holder } = await admitServer(context, exchange, NoQuery)
  const find = () => context.evidence.find(holder.storeId, orderNumber)
  const evidence = isOrderNumber(orderNumber) ? await find() : undefined
  if (!evidence) throw orderNotFound()
  return { status: 200, json: JSON.stringify(evidence) }
}

type Change<Schema> = {
  schema: Schema
  /** The same for requests that may share an idempotency key, but for their bodies. */
  name: string
}

/** Who asks for a change of an order, what for, and under which key. */
async function readChange<Schema extends z.ZodType>(
  context: MerchantContext,
  exchange: Exchange,
  { schema, name }: Change<Schema>,
) {
  const { holder } = await admitServer(context, exchange, NoQuery)
  const { request, response } = exchange
  const { value } = await readOptionalJsonBody(request, response)
  const fields = parse(schema, value)
  return {
    holder,
    fields,
    key: readRequestKey(request, holder, () => `${name} ${JSON.stringify(value)}`),
  }
}

/** @throws {CheckoutError} order_not_found, invalid_request, refund_too_large, payment_disputed, payments_unavailable */
async function createRefund(
  context: MerchantContext,
  exchange: Exchange,
  orderNumber: string,
): Promise<Answer> {
  const { holder, fields, key } = await readChange(context, exchange, {
    schema: CreateRefundRequest,
    name: `refund ${orderNumber}`,
  })
  if (!isOrderNumber(orderNumber)) throw orderNotFound()
  try {
    const refund = await requestRefund(context.checkout, {
      storeId: holder.storeId,
      orderNumber,
      amount: fields.amount,
      returnedUnits: 0,
      reason: null,
      actor: actorOf(exchange),
      request: key,
    })
    return { status: 201, json: JSON.stringify(toRefund(refund)) }
  } catch (error) {
    throw error instanceof RefundRefused ? toError(error.refusal) : error
  }
}

/** @throws {CheckoutError} order_not_found, invalid_request */
async function fulfill(
  context: OrderContext,
  exchange: Exchange,
  orderNumber: string,
): Promise<Answer> {
  const { holder, fields, key } = await readChange(context, exchange, {
    schema: FulfillOrderRequest,
    name: `fulfill ${orderNumber}`,
  })
  await findOrder(context, holder, orderNumber)
  await setFulfilled(context.checkout, {
    storeId: holder.storeId,
    orderNumber,
    isFulfilled: true,
    tracking: toTracking(fields),
    actor: actorOf(exchange),
    request: key,
  })
  return { status: 200, json: toJson(await findOrder(context, holder, orderNumber)) }
}

/** A merchant's clock may be that much ahead of ours. */
const CLOCK_SKEW_MS = 60_000

/** @throws {CheckoutError} order_not_found, invalid_request */
async function deliver(
  context: OrderContext,
  exchange: Exchange,
  orderNumber: string,
): Promise<Answer> {
  const { holder, fields, key } = await readChange(context, exchange, {
    schema: DeliverOrderRequest,
    name: `deliver ${orderNumber}`,
  })
  const { deliveredAt } = fields
  const { order } = await findOrder(context, holder, orderNumber)
  const at = deliveredAt === undefined ? undefined : new Date(deliveredAt)
  const latestMs = context.checkout.clock.now().getTime() + CLOCK_SKEW_MS
  if (at && (at.getTime() < Date.parse(order.paidAt) || at.getTime() > latestMs))
    throw new CheckoutError(
      'invalid_request',
      'deliveredAt: must be after the payment, and not later than now',
    )
  await setDelivered(context.checkout, {
    storeId: holder.storeId,
    orderNumber,
    isDelivered: true,
    at,
    actor: actorOf(exchange),
    request: key,
  })
  return { status: 200, json: toJson(await findOrder(context, holder, orderNumber)) }
}

export const actorOf = ({ address = null }: { address?: string | null | undefined }) => ({
  name: 'secret_key',
  address,
})

async function findOrder({ orders }: OrderContext, { storeId }: KeyHolder, number: string) {
  const order = isOrderNumber(number) ? await orders.find(storeId, number) : undefined
  if (!order) throw orderNotFound()
  return order
}

/** Says the same for another store's order, so that nobody learns that it exists. */
const orderNotFound = () =>
  new CheckoutError('order_not_found', 'There is no such order in this store.')

const leftText = ({ left, currency }: { left: number; currency: string }) =>
  left === 0
    ? 'Nothing of this order is left to refund.'
    : `Only ${left} (${currency}, in its minor unit) is left to refund of this order.`

function toError(refusal: RefundRefusal) {
  switch (refusal.reason) {
    case 'order_not_found':
      return orderNotFound()
    case 'more_money_than_left':
      return new CheckoutError('refund_too_large', leftText(refusal))
    case 'payment_disputed':
      return new CheckoutError(
        'payment_disputed',
        `${whyDisputed(refusal.dispute)} ${leftText(refusal)}`,
      )
    case 'other_provider':
      return new CheckoutError(
        'payments_unavailable',
        'This order was paid through a payment provider that is not in use now. Nothing was refunded.',
      )
    case 'other_request':
    case 'more_units_than_left':
      return new Error(`no refund of a program is refused for ${refusal.reason}`)
  }
}

const toRefund = ({ id, amount, state, createdAt }: ApiOrder['refunds'][number]): Refund => ({
  id,
  amount,
  status: state,
  createdAt: createdAt.toISOString(),
})

function toJson({ order, customerEmail, metadata, ...record }: ApiOrder) {
  const shown: WithDates<Omit<MerchantOrder, 'metadata'>> = {
    ...order,
    customer: { ...order.customer, email: customerEmail },
    ...record,
    refunds: record.refunds.map(toRefund),
  }
  return jsonWith(shown, 'metadata', metadata ?? 'null')
}
