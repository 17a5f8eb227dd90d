import { HostedCheckoutError, type HostedCheckoutClient, type Product } from '../server.ts'
import { toError } from '../errors.ts'

const CARD = { number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' }

const PLACE = 'Calle Mayor 1, 28013 Madrid'

const BUYER = {
  customer: { name: 'Ana Example', phone: '+34 600 123 456' },
  agreedToTerms: true,
}

/** What a payment needs of the page's view. */
type Page = {
  token: string
  view: {
    payment: { provider: string; frameUrl: string }
    deliveryOptions: [Option, ...Option[]]
    deliveryCountries?: { country: string }[]
    canRestart?: boolean
  }
}

/** `countries`: where it goes. (Default: to all of the store's.) */
type Option = { id: string; countries?: string[] }

type Session = Page & { id: string; url: string }

/** How each event is made to happen, with an open session. */
const HAPPENINGS: Record<
  string,
  (client: HostedCheckoutClient, session: Session) => Promise<unknown>
> = {
  'checkout.session.completed': pay,
  'checkout.session.expired': (client, { id }) => client.expireSession(id),
  'checkout.session.restarted': startAgain,
  'order.refunded': async (client, session) => client.createRefund(await pay(client, session)),
  'order.fulfilled': async (client, session) => client.fulfillOrder(await pay(client, session)),
  'order.withdrawn': async (client, session) =>
    withdraw(client, session, await pay(client, session)),
}

export const TRIGGERS = Object.keys(HAPPENINGS)

/**
 * Makes an event happen. It opens a session and pays it with a test card: the order is a real one of
 * the store, and takes a unit out of stock.
 *
 * @throws {HostedCheckoutError} where real money would move, and where the service refuses
 */
export async function trigger(
  client: HostedCheckoutClient,
  { type, product }: { type: string; product: string | undefined },
) {
  const { id, url } = await client.createSession({ items: [await findItem(client, product)] })
  try {
    const page = await post<Page>(`${url}/token?view=1`, url, {})
    if (page.view.payment.provider !== 'test') {
      const message = 'This store takes real money: events are triggered with test cards alone.'
      throw new HostedCheckoutError({ code: 'real_money', message })
    }
    await HAPPENINGS[type]?.(client, { ...page, id, url })
  } catch (error) {
    // It cannot be ended where it is paid already. What went wrong before that is to be told.
    await client.expireSession(id).catch(() => undefined)
    throw error
  }
  return id
}

/** Something that is in stock. */
async function findItem(client: HostedCheckoutClient, slug: string | undefined) {
  const products = slug
    ? [await client.getProduct(slug)]
    : (await client.listProducts({ limit: 100 })).data
  const [item] = products.flatMap(itemsOf)
  if (item) return item
  const message = slug ? `${slug} is sold out.` : 'The store has no product in stock.'
  throw new HostedCheckoutError({ code: 'sold_out', message })
}

const itemsOf = ({ slug, variants }: Product) =>
  variants
    .filter(({ stock }) => stock > 0)
    .map(({ size, colorName }) => ({
      product: slug,
      ...(size !== null && { size }),
      ...(colorName !== null && { color: colorName }),
    }))

/** Pays as the page does, and returns the order number. */
async function pay(client: HostedCheckoutClient, { id, url, token, view }: Session) {
  const frame = `${view.payment.frameUrl}/test-payment-methods`
  const { paymentMethod } = await post<{ paymentMethod: string }>(frame, frame, CARD)
  const fulfillment = { method: 'DELIVERY', ...deliveryIn(view) }
  await post(`${url}/pay`, url, { ...BUYER, fulfillment, paymentMethod }, token)
  const session = await client.waitForSession(id)
  if (session.status === 'complete') return session.order.orderNumber
  throw new HostedCheckoutError({ code: 'session_expired', message: `${id} was not paid in time.` })
}

/** The first option that goes to a country of the store, and an address there. */
function deliveryIn({ deliveryOptions, deliveryCountries = [] }: Page['view']) {
  const [delivery] = deliveryOptions.flatMap(({ id: option, countries }) =>
    deliveryCountries
      .filter(({ country }) => countries?.includes(country) ?? true)
      .map(({ country }) => ({ option, address: { country, place: PLACE } })),
  )
  return delivery ?? { option: deliveryOptions[0].id, details: PLACE }
}

/** As a buyer whose time is over: after a session that its store has ended nobody starts again. */
async function startAgain(client: HostedCheckoutClient, { id, url, view }: Session) {
  if (!view.canRestart) {
    const message = 'This store does not let buyers start again.'
    throw new HostedCheckoutError({ code: 'not_restartable', message })
  }
  await client.waitForSession(id)
  const { session } = await post<{ session: string }>(`${url}/restart`, url, {})
  await client.expireSession(session)
}

/** Withdraws as the buyer does, at the page whose form is sent. */
async function withdraw(client: HostedCheckoutClient, { url }: Session, order: string) {
  const address = new URL('withdraw', url)
  await fetch(address, {
    method: 'POST',
    headers: { origin: address.origin },
    body: new URLSearchParams({ order, contact: BUYER.customer.phone, confirm: '1' }),
  })
  const { withdrawnAt } = await client.getOrder(order)
  if (withdrawnAt !== null) return
  const message = `${order} is paid. Its store or its product takes no withdrawal.`
  throw new HostedCheckoutError({ code: 'not_withdrawn', message })
}

/** Sends the request as from a page, because the service asks for an `Origin`. @throws {HostedCheckoutError} */
async function post<Answer>(address: string, page: string, body: object, token?: string) {
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: new URL(page).origin,
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  const answer: unknown = await response.json().catch(() => undefined)
  if (!response.ok || answer === undefined) throw toError(response, answer)
  return answer as Answer
}
