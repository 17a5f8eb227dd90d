import type { EventList } from '../../contract/events.ts'
import { aBuyer, aPaymentMethod, aSession, readSession } from '../builders.ts'
import type { GrownShop, Middle } from './grown-shop.ts'
import { type Answer, call } from '../http-call.ts'

/** Looks at some thousands of the newest orders first, which a short past has not. */
export const SEARCH_IN_VAIN = 'orders of a name that none has'

function isOk({ status, text }: Answer<unknown>, expected = 200) {
  if (status !== expected)
    throw new Error(`${status} instead of ${expected}: ${text.slice(0, 200)}`)
}

/** The last answer is what the next request needs. */
type PageTokens = { token: string; end: string }

const pageOf = (path: string, cursor?: string) =>
  cursor === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`

/** By name: everything that should cost the same, however long the past. */
export function actionsOf(
  shop: GrownShop,
  middle: () => Middle,
): Record<string, () => Promise<unknown>> {
  const { service, store, browser, colleague, unpaid, paid } = shop
  const followed: PageTokens = { token: '', end: 'now' }
  const open = (path: string, list?: keyof Middle) => async () =>
    isOk(await browser.open(pageOf(path, list && middle()[list])))
  const ask = (path: string, list?: keyof Middle) => async () =>
    isOk(
      await service.call('GET', pageOf(path, list && middle()[list]), { token: store.keys.secret }),
    )
  const askAsPlatform = (path: string, list?: keyof Middle) => async () =>
    isOk(await service.platform('GET', pageOf(path, list && middle()[list])))
  const ofStore = (path: string, list?: keyof Middle) =>
    askAsPlatform(`/stores/${store.id}${path}`, list)
  const listEvents = async (query: string) => {
    const answer = await service.call<EventList>('GET', `/v1/events?${query}`, {
      token: store.keys.secret,
    })
    isOk(answer)
    return answer.body
  }
  return {
    create: () => aSession(service, store),
    'read, open': () => readSession(service, store, unpaid),
    'read, final': () => readSession(service, store, paid),
    'events, the end': async () => {
      followed.end = (await listEvents(`after=${followed.end}`)).nextCursor
    },
    'events, a page of the oldest': () => listEvents('limit=20'),
    'events, a page of one type': () => listEvents('limit=20&type=checkout.session.completed'),
    'events, none of a type': () => listEvents('limit=20&type=order.withdrawn'),
    page: () => call('GET', `${service.checkoutUrl}/${unpaid}`),
    token: async () => {
      followed.token = (await aBuyer(service, unpaid)).token
    },
    view: () => call('GET', `${service.checkoutUrl}/${unpaid}/view`, { token: followed.token }),
    product: open('/products/mug'),
    pay: async () => {
      const buyer = await aBuyer(service, await aSession(service, store))
      isOk(await buyer.payWith(await aPaymentMethod(service)))
    },
    home: open('/'),
    orders: open('/orders'),
    'orders, the middle': open('/orders', 'orders'),
    'orders of a name that all have': open('/orders?search=ana'),
    [SEARCH_IN_VAIN]: open('/orders?search=nobody'),
    'orders of a product': open('/orders?product=mug'),
    'orders of a product without any': open('/orders?product=unsold'),
    'orders to fulfil': open('/orders?state=to_fulfil'),
    'orders of an address': open('/orders?search=ana@mail.example'),
    'orders of an address that none has': open('/orders?search=nobody@mail.example'),
    'orders, disputed': open('/orders?state=disputed'),
    'orders, withdrawn': open('/orders?state=withdrawn'),
    products: open('/products'),
    'stock history, the middle': open('/products/mug/history', 'rows'),
    'stock history of a product without any': open('/products/unsold/history'),
    sessions: open('/sessions'),
    'sessions of a product without any': open('/sessions?product=unsold'),
    'sessions, the middle': open('/sessions', 'sessions'),
    'request log': open('/settings/developers/requests'),
    'audit log, the middle': open('/settings/audit-log', 'rows'),
    'audit log, what nobody did': open('/settings/audit-log?kind=sessions'),
    'audit log of somebody who did nothing': open('/settings/audit-log?member=nobody'),
    'api, orders': ask('/v1/orders?paidAfter=2026-01-01T00:00:00Z'),
    'api, orders, the middle': ask('/v1/orders', 'orders'),
    'api, sessions': ask('/v1/checkout/sessions'),
    'api, sessions, the middle': ask('/v1/checkout/sessions', 'sessions'),
    'api, open sessions': ask('/v1/checkout/sessions?status=open'),
    'api, paid sessions': ask('/v1/checkout/sessions?status=complete'),
    'platform, orders': ofStore('/orders'),
    'platform, deliveries, the middle': ofStore('/webhook-deliveries', 'rows'),
    'platform, deliveries of another endpoint': ofStore('/webhook-deliveries?endpoint=we_other'),
    'platform, failed deliveries': ofStore('/webhook-deliveries?status=failed'),
    'platform, stores': askAsPlatform('/stores'),
    'platform, payments of the test provider': askAsPlatform(
      `/test-provider/payments?store=${store.id}`,
    ),
    'api, products': ask('/v1/products'),
    'payment problems': open('/payment-problems'),
    'sign-in': async () => {
      isOk(await colleague.browser.signIn(colleague.email), 303)
    },
  }
}
