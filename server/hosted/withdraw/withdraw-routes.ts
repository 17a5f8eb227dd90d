import type { Callers } from '../../admission/callers.ts'
import { takeFromNetworks } from '../../admission/network-limits.ts'
import type { CheckoutDeps } from '../../checkout/checkout-deps.ts'
import type { RateLimit } from '../../checkout/ports/cache.ts'
import { withdrawOrder } from '../../checkout/withdraw-order.ts'
import { type WithdrawalClaim, withdrawalStanding } from '../../checkout/withdrawal.ts'
import type { Exchange } from '../../web/before-express.ts'
import { routes } from '../../web/routes.ts'
import {
  type Made,
  type PageAnswerContext,
  type SettingOf,
  answerPage,
  answering,
  readForm,
} from '../page-answers.ts'
import { renderLanguagesPage } from '../plain-pages.ts'
import {
  type Found,
  renderConfirmation,
  renderOutcome,
  renderWithdrawForm,
} from './withdraw-page.ts'
import { toClaim, typedIn } from './withdrawal-form.ts'

export type WithdrawContext = PageAnswerContext & {
  checkout: CheckoutDeps
  callers: Pick<Callers, 'networksOf'>
}

/** Where buyers withdraw from a contract, without script or cookie (contract §7). */
export const withdrawRoutes = (context: WithdrawContext) =>
  routes({
    '/withdraw': {
      get: answering((exchange) =>
        answerPage(context, exchange, async (settingOf) => showForm(exchange.query, settingOf)),
      ),
      post: answering((exchange) =>
        answerPage(context, exchange, (settingOf) => takeForm(context, exchange, settingOf)),
      ),
    },
  })

function showForm(query: object, settingOf: SettingOf): Made {
  const { lang, was } = query as { lang?: unknown; was?: unknown }
  if (lang === '' && typeof was === 'string')
    return { status: 200, page: renderLanguagesPage(settingOf(undefined, was)) }
  return { status: 200, page: renderWithdrawForm(settingOf(), { typed: typedIn(query) }) }
}

/** A buyer mistypes some times; who guesses needs far more tries. */
const NETWORK = { purpose: 'withdrawals', rate: { perSecond: 1 / 5, burst: 20 } }
const ORDER_RATE = { perSecond: 1 / 60, burst: 10 }

/** The limit of the network or of the order number that is spent. */
async function findSpent(
  { checkout: { cache }, callers }: WithdrawContext,
  address: string | undefined,
  { orderNumber }: WithdrawalClaim,
): Promise<RateLimit | undefined> {
  const ofNetwork = await takeFromNetworks(cache.limiter, callers.networksOf(address), NETWORK)
  if (ofNetwork?.allowed === false) return ofNetwork
  const ofOrder = await cache.limiter.take(`withdrawal:${orderNumber}`, ORDER_RATE)
  return ofOrder.allowed ? undefined : ofOrder
}

async function takeForm(
  context: WithdrawContext,
  exchange: Exchange,
  settingOf: SettingOf,
): Promise<Made> {
  const fields = await readForm(exchange)
  const typed = typedIn(fields)
  const claim = toClaim(typed)
  const spent = await findSpent(context, exchange.address, claim)
  if (spent) {
    exchange.response.setHeader('Retry-After', spent.retryAfterSeconds)
    return { status: 429, page: renderWithdrawForm(settingOf(), { typed, refused: 'limited' }) }
  }
  const found = await find(context, claim, 'confirm' in fields)
  if (!found)
    return { status: 422, page: renderWithdrawForm(settingOf(), { typed, refused: 'unknown' }) }
  const setting = settingOf(found.session)
  const page =
    found.standing.type === 'possible'
      ? renderConfirmation(setting, found, typed)
      : renderOutcome(setting, found)
  return { status: 200, page }
}

/** `isConfirmed`: the order is withdrawn, where that is possible. */
async function find(
  { checkout }: WithdrawContext,
  claim: WithdrawalClaim,
  isConfirmed: boolean,
): Promise<Found | undefined> {
  const order = isConfirmed
    ? await withdrawOrder(checkout, claim)
    : await checkout.db.findWithdrawable(claim)
  const session = order && (await checkout.db.findSession(order.sessionId))
  return session && { order, standing: withdrawalStanding(order), session }
}
