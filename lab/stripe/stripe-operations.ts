import type { ParsedRequest } from './openapi-contract.ts'
import { toPaymentIntent, toRefund } from './stripe-objects.ts'
import { type StripeBooks, pageOf } from './double-books.ts'
import type { StripeEvent } from './signed-notifications.ts'
import { toDispute } from './stripe-disputes.ts'
import { StripeRefusal, invalidRequest } from './stripe-refusal.ts'

export type Operation =
  | 'list'
  | 'create'
  | 'retrieve'
  | 'confirm'
  | 'capture'
  | 'cancel'
  | 'refund'
  | 'retrieve_refund'
  | 'list_refunds'
  | 'list_disputes'
  | 'list_events'

const ROUTES: { operation: Operation; method: 'get' | 'post'; path: string }[] = [
  { operation: 'list', method: 'get', path: '/v1/payment_intents' },
  { operation: 'create', method: 'post', path: '/v1/payment_intents' },
  { operation: 'retrieve', method: 'get', path: '/v1/payment_intents/{intent}' },
  { operation: 'confirm', method: 'post', path: '/v1/payment_intents/{intent}/confirm' },
  { operation: 'capture', method: 'post', path: '/v1/payment_intents/{intent}/capture' },
  { operation: 'cancel', method: 'post', path: '/v1/payment_intents/{intent}/cancel' },
  { operation: 'refund', method: 'post', path: '/v1/refunds' },
  { operation: 'list_refunds', method: 'get', path: '/v1/refunds' },
  { operation: 'retrieve_refund', method: 'get', path: '/v1/refunds/{refund}' },
  { operation: 'list_disputes', method: 'get', path: '/v1/disputes' },
  { operation: 'list_events', method: 'get', path: '/v1/events' },
]

/** The operation behind a request; `name` is spelled as in the description. */
export function findOperation(method: string, pathname: string) {
  for (const route of ROUTES) {
    const pattern = new RegExp(`^${route.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
    const match = route.method === method.toLowerCase() ? pattern.exec(pathname) : null
    if (match)
      return {
        operation: route.operation,
        name: `${route.method} ${route.path}`,
        path: { ...match.groups },
      }
  }
  throw new StripeRefusal(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${pathname}).`,
  })
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
const textsOf = (value: unknown) =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined)

const metadataOf = (value: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(value ?? {}).map(([key, entry]) => [key, String(entry)]))

const typeIn = (data: unknown) =>
  typeof data === 'object' && data !== null && 'type' in data ? textOf(data.type) : undefined

const isExpanding = (list: unknown, name: string) => Array.isArray(list) && list.includes(name)

function sinceOf(created: unknown) {
  const since =
    typeof created === 'object' && created !== null && 'gte' in created ? created.gte : 0
  return numberOf(since) ?? 0
}

/** Does what the request asks and returns Stripe's answer. @throws {StripeRefusal} */
export function perform(
  { books, events }: { books: StripeBooks; events: readonly StripeEvent[] },
  { path, query, body }: ParsedRequest,
  { operation, fault }: { operation: Operation; fault: unknown },
) {
  const { intent = '', refund = '' } = path
  const options = { isExpanded: isExpanding(body['expand'] ?? query['expand'], 'latest_charge') }
  switch (operation) {
    case 'create':
      return toPaymentIntent(
        books.create({
          amount: (numberOf(body['amount']) ?? 0) + (fault === 'other_amount' ? 100 : 0),
          currency: textOf(body['currency']) ?? '',
          metadata: metadataOf(body['metadata']),
          captureMethod: body['capture_method'] === 'manual' ? 'manual' : 'automatic',
          methodTypes: textsOf(body['allowed_payment_method_types']),
        }),
        options,
      )
    case 'retrieve':
      return toPaymentIntent(books.find(intent), options)
    case 'confirm': {
      const type = typeIn(body['payment_method_data'])
      if (type !== undefined)
        return toPaymentIntent(
          books.confirmElsewhere(intent, { type, returnUrl: textOf(body['return_url']) }),
          options,
        )
      const token = textOf(body['confirmation_token'])
      const reference = token ?? textOf(body['payment_method'])
      if (reference === undefined)
        throw invalidRequest('This PaymentIntent has no payment method to be confirmed with.')
      return toPaymentIntent(
        books.confirm(intent, {
          reference,
          isToken: token !== undefined,
          excess: fault === 'authorizes_less' ? -100 : fault === 'authorizes_more' ? 100 : 0,
        }),
        options,
      )
    }
    case 'capture':
      return toPaymentIntent(books.capture(intent), options)
    case 'cancel':
      return toPaymentIntent(
        books.cancel(intent, textOf(body['cancellation_reason']) ?? null),
        options,
      )
    case 'refund':
      return toRefund(
        books.refund(textOf(body['payment_intent']) ?? '', {
          metadata: metadataOf(body['metadata']),
          amount: numberOf(body['amount']),
          status:
            fault === 'failed_refund'
              ? 'failed'
              : fault === 'pending_refund'
                ? 'pending'
                : 'succeeded',
        }),
      )
    case 'retrieve_refund':
      return toRefund(books.findRefund(refund))
    case 'list_refunds': {
      const { page, hasMore } = books.listRefunds(textOf(query['payment_intent']) ?? '', {
        limit: numberOf(query['limit']) ?? 10,
        after: textOf(query['starting_after']),
      })
      return { object: 'list', url: '/v1/refunds', has_more: hasMore, data: page.map(toRefund) }
    }
    case 'list_disputes': {
      const data = books.disputesOf(textOf(query['payment_intent']) ?? '').map(toDispute)
      return { object: 'list', url: '/v1/disputes', has_more: false, data }
    }
    case 'list_events': {
      const { types } = query
      const since = sinceOf(query['created'])
      const found = events.filter(
        ({ type, created }) => created >= since && (!Array.isArray(types) || types.includes(type)),
      )
      const { page, hasMore } = pageOf(found.toReversed(), {
        limit: numberOf(query['limit']) ?? 10,
        after: textOf(query['starting_after']),
      })
      return { object: 'list', url: '/v1/events', has_more: hasMore, data: page }
    }
    case 'list': {
      const { page, hasMore } = books.list({
        since: sinceOf(query['created']),
        limit: numberOf(query['limit']) ?? 10,
        after: textOf(query['starting_after']),
      })
      const isExpanded = isExpanding(query['expand'], 'data.latest_charge')
      const data = page.map((payment) => toPaymentIntent(payment, { isExpanded }))
      return { object: 'list', url: '/v1/payment_intents', has_more: hasMore, data }
    }
  }
}
