import { announceSessions } from './announce-session.ts'
import { type CheckoutDeps, takingProvider } from '../checkout-deps.ts'
import { isBuyUrl } from './buy-link.ts'
import { findForeignAddress, mayNotSell } from './create-session.ts'
import { CheckoutError, sessionNotFound, unsure } from '../errors.ts'
import { MAX_ATTEMPTS } from '../payments/payment-caps.ts'
import type { NewSession } from '../ports/session-creation.ts'
import type { FirstCreator } from '../ports/restart-database.ts'
import type { CheckoutSession } from './session.ts'
import { notForSale } from './stock.ts'

/** Whether a buyer may open a new session instead, without more cards than MAX_ATTEMPTS. */
export const mayRestart = ({
  canRestart,
  attempts,
}: Pick<CheckoutSession, 'canRestart' | 'attempts'>) => canRestart && attempts < MAX_ATTEMPTS

type RestartInput = {
  sessionId: string
  ttlSeconds: number
  /** Where our own pages are, to which every session may lead. */
  checkoutUrl: string
  /** Called before a session is opened. @throws {CheckoutError} rate_limited */
  assertFew: (storeId: string) => Promise<void>
}

/**
 * The session with which a buyer goes on after this one: the last of its successors unless that has
 * expired, else a new one with the same item, addresses and metadata at today's price. Every call
 * gets the same one. The merchant's prefilled customer is not copied, because an expired page shows
 * none of it. @throws {CheckoutError} session_not_found, not_restartable, rate_limited, busy, or why
 * the item is not for sale
 */
export async function restartSession(deps: CheckoutDeps, input: RestartInput): Promise<string> {
  for (;;) {
    const last = await findLast(deps, input.sessionId)
    if (last.state !== 'expired') return goOnWith(deps, last)
    if (!mayRestart(last)) throw notRestartable()
    await input.assertFew(last.storeId)
    const id = await openNext(deps, last, input)
    if (id !== undefined) return id
  }
}

async function findLast({ db }: CheckoutDeps, sessionId: string) {
  const id = await db.restarts.findLast(sessionId)
  const last = id === undefined ? undefined : await db.findSession(id)
  if (!last) throw sessionNotFound()
  return last
}

/** The buyer may have left an open session because its item was sold out. */
async function goOnWith({ db }: CheckoutDeps, session: CheckoutSession) {
  if (session.state === 'open') {
    const { productName, quantity } = session.quote
    const left = await db.restarts.findLeft(session.id)
    if (left < quantity) throw notForSale(itemOf(session), { type: 'too_few', productName, left })
  }
  return session.id
}

const itemOf = ({ quote: { productSlug, size, color, quantity } }: CheckoutSession) => ({
  product: productSlug,
  ...(size !== null && { size }),
  ...(color !== null && { color }),
  quantity,
})

/** Undefined when somebody else has opened a session meanwhile. */
async function openNext(
  deps: CheckoutDeps,
  last: CheckoutSession,
  { ttlSeconds, checkoutUrl }: Pick<RestartInput, 'ttlSeconds' | 'checkoutUrl'>,
) {
  const { storeId } = last
  const restart = await deps.db.restarts.restart(last.id, (creator) =>
    toNewSession(deps, { last, creator, ttlSeconds, checkoutUrl }),
  )
  switch (restart.type) {
    case 'created':
      deps.events.sessionCreated({ sessionId: restart.session.id, storeId })
      await announceSessions(deps, { writtenIn: [storeId] })
      return restart.session.id
    case 'overtaken':
      return undefined
    case 'unsure':
      throw unsure()
    case 'refused':
    case 'no_amount':
    case 'too_many':
      throw notRestartable()
    case 'no_product':
    case 'no_variant':
    case 'too_few':
      throw notForSale(itemOf(last), restart)
  }
}

function toNewSession(
  deps: CheckoutDeps,
  {
    last,
    creator,
    ttlSeconds,
    checkoutUrl,
  }: { last: CheckoutSession; creator: FirstCreator } & Pick<
    RestartInput,
    'ttlSeconds' | 'checkoutUrl'
  >,
): NewSession {
  const { storeId, successUrl, cancelUrl, metadata } = last
  const addresses = { successUrl, cancelUrl }
  const amounts = takingProvider(deps, last.store).amountRule(creator.currency)
  if (mayNotSell(deps, { ...creator, isTest: last.store.isTest })) throw notRestartable()
  // A session of a public key may lead only to addresses that the store allows now, or to our own.
  const merchants = isBuyUrl(checkoutUrl, cancelUrl) ? { successUrl } : addresses
  if (!amounts || (creator.keyKind === 'public' && findForeignAddress(creator, merchants)))
    throw notRestartable()
  return {
    id: deps.ids.session(storeId),
    storeId,
    item: itemOf(last),
    ...addresses,
    customer: {},
    metadata,
    ttlSeconds,
    createdWith: creator.keyKind,
    amounts,
  }
}

const notRestartable = () =>
  new CheckoutError(
    'not_restartable',
    'This checkout session cannot be started again. Go back to the store.',
  )
