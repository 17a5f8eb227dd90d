import { CheckoutError } from '../../checkout/errors.ts'
import { setFulfilled } from '../../checkout/fulfill-order.ts'
import { isOrderNumber } from '../../checkout/order-number.ts'
import type { KeyHolder } from '../../checkout/ports/platform-records.ts'
import type { OrderRecord } from '../../checkout/ports/shop-records.ts'
import { requestRefund } from '../../checkout/refund-order.ts'
import { type RefundRefusal, RefundRefused } from '../../checkout/refund.ts'
import {
  CreateRefundRequest,
  ListOrdersQuery,
  type MerchantOrder,
  type Refund,
} from '../../contract/merchant-orders.ts'
import type { Answer } from '../../web/answer.ts'
import { type Exchange, inExpress } from '../../web/before-express.ts'
import { answerPreflight } from '../../web/cors.ts'
import { readOptionalJsonBody } from '../../web/json-body.ts'
import { jsonWith, pageJson } from '../../web/json-text.ts'
import { parse } from '../../web/parse.ts'
import { NoQuery } from '../../web/queries.ts'
import { unknownCursor } from '../../web/refusals.ts'
import { routes } from '../../web/routes.ts'
import { type MerchantContext, admitServer } from './merchant-auth.ts'
import { readRequestKey } from './request-keys.ts'

const ORDERS = '/v1/orders'
const ORDER = `${ORDERS}/:id` as const

/** contract §3: what the merchant's own systems do with orders, with the secret key alone. */
export const orderRoutes = (context: MerchantContext) =>
  routes({
    [ORDERS]: {
      get: inExpress((exchange) => listOrders(context, exchange)),
      options: answerPreflight,
    },
    [ORDER]: {
      get: inExpress((exchange, id) => getOrder(context, exchange, id)),
      options: answerPreflight,
    },
    [`${ORDER}/refunds`]: {
      post: inExpress((exchange, id) => createRefund(context, exchange, id)),
      options: answerPreflight,
    },
    [`${ORDER}/fulfill`]: {
      post: inExpress((exchange, id) => fulfill(context, exchange, id)),
      options: answerPreflight,
    },
  })

async function listOrders(context: MerchantContext, exchange: Exchange): Promise<Answer> {
  const { holder, query } = await admitServer(context, exchange, ListOrdersQuery)
  const { paidAfter, paidBefore, ...page } = query
  const found = await context.records.listOrders(holder.storeId, {
    ...page,
    paidAfter: paidAfter === undefined ? undefined : new Date(paidAfter),
    paidBefore: paidBefore === undefined ? undefined : new Date(paidBefore),
  })
  if (!found) throw unknownCursor()
  return { status: 200, json: pageJson({ ...found, data: found.data.map(toJson) }) }
}

async function getOrder(
  context: MerchantContext,
  exchange: Exchange,
  orderNumber: string,
): Promise<Answer> {
  const { holder } = await admitServer(context, exchange, NoQuery)
  return { status: 200, json: toJson(await findOrder(context, holder, orderNumber)) }
}

/** @throws {CheckoutError} order_not_found, invalid_request, refund_too_large, payments_unavailable */
async function createRefund(
  context: MerchantContext,
  exchange: Exchange,
  orderNumber: string,
): Promise<Answer> {
  const { holder } = await admitServer(context, exchange, NoQuery)
  const { request, response } = exchange
  const { value } = await readOptionalJsonBody(request, response)
  const { amount } = parse(CreateRefundRequest, value)
  const key = readRequestKey(
    request,
    holder,
    () => `refund ${orderNumber} ${JSON.stringify(value)}`,
  )
  if (!isOrderNumber(orderNumber)) throw orderNotFound()
  try {
    const refund = await requestRefund(context.checkout, {
      storeId: holder.storeId,
      orderNumber,
      amount,
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

/** It takes no body, and does not look at one. */
async function fulfill(
  context: MerchantContext,
  exchange: Exchange,
  orderNumber: string,
): Promise<Answer> {
  const { holder } = await admitServer(context, exchange, NoQuery)
  const key = readRequestKey(exchange.request, holder, () => `fulfill ${orderNumber}`)
  await findOrder(context, holder, orderNumber)
  await setFulfilled(context.checkout, {
    storeId: holder.storeId,
    orderNumber,
    isFulfilled: true,
    actor: actorOf(exchange),
    request: key,
  })
  return { status: 200, json: toJson(await findOrder(context, holder, orderNumber)) }
}

const actorOf = ({ address = null }: { address?: string | null | undefined }) => ({
  name: 'secret_key',
  address,
})

async function findOrder({ records }: MerchantContext, { storeId }: KeyHolder, number: string) {
  const order = isOrderNumber(number) ? await records.findOrder(storeId, number) : undefined
  if (!order) throw orderNotFound()
  return order
}

/** The same words whether the order is nobody's or another store's. */
const orderNotFound = () =>
  new CheckoutError('order_not_found', 'There is no such order in this store.')

function toError(refusal: RefundRefusal) {
  switch (refusal.reason) {
    case 'order_not_found':
      return orderNotFound()
    case 'more_money_than_left':
      return new CheckoutError(
        'refund_too_large',
        refusal.left === 0
          ? 'Nothing of this order is left to refund.'
          : `Only ${refusal.left} (${refusal.currency}, in its minor unit) is left to refund of this order.`,
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

const toRefund = ({ id, amount, state, createdAt }: OrderRecord['refunds'][number]): Refund => ({
  id,
  amount,
  status: state,
  createdAt: createdAt.toISOString(),
})

function toJson({ order, customerEmail, metadata, fulfilledAt, refunds, ...record }: OrderRecord) {
  const shown: Omit<MerchantOrder, 'metadata'> = {
    ...order,
    customer: { ...order.customer, email: customerEmail },
    ...record,
    fulfilledAt: fulfilledAt?.toISOString() ?? null,
    refunds: refunds.map(toRefund),
  }
  return jsonWith(shown, 'metadata', metadata ?? 'null')
}
