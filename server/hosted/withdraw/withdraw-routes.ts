import type { Request, Response } from 'express'
import type { Callers } from '../../admission/callers.ts'
import { takeFromNetworks } from '../../admission/network-limits.ts'
import type { CheckoutDeps } from '../../checkout/checkout-deps.ts'
import type { RateLimit } from '../../checkout/ports/cache.ts'
import { withdrawOrder } from '../../checkout/withdraw-order.ts'
import { type WithdrawalClaim, withdrawalStanding } from '../../checkout/withdrawal.ts'
import { send } from '../../web/answer.ts'
import { exchangeOf } from '../../web/before-express.ts'
import { buyPageHeaders } from '../../web/buy-page-headers.ts'
import { compressed } from '../../web/compressed.ts'
import { routes } from '../../web/routes.ts'
import type { Page } from '../hosted-page.ts'
import {
  type Made,
  type PageAnswerContext,
  type SettingOf,
  answerPage,
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

type Asking = { request: Request; response: Response }

/** Where buyers withdraw from a contract, without script or cookie (contract §7). */
export const withdrawRoutes = (context: WithdrawContext) =>
  routes({
    '/withdraw': {
      get: [
        compressed,
        async (request, response) => {
          send(response, await answer(context, { request, response }, showForm))
        },
      ],
      post: [
        compressed,
        async (request, response) => {
          send(response, await answer(context, { request, response }, takeForm))
        },
      ],
    },
  })

type Answering = (
  context: WithdrawContext,
  asking: Asking,
  settingOf: SettingOf,
) => Promise<{ status: number; page: Page; logoUrl?: string | null }>

/** The address may hold an order number, so nothing is kept and no other site hears of it. */
const answer = (context: WithdrawContext, { request, response }: Asking, make: Answering) =>
  answerPage(context, exchangeOf(request, response), async (settingOf): Promise<Made> => {
    const { status, page, logoUrl } = await make(context, { request, response }, settingOf)
    const { checkoutOrigin } = context.urls
    const headers = buyPageHeaders(response, {
      styleHashes: page.styleHashes,
      formTargets: `'self' ${checkoutOrigin}`,
      imageUrls: [logoUrl],
      reportUrl: `${checkoutOrigin}/_csp`,
      isPublic: false,
    })
    return {
      status,
      page,
      headers: { ...headers, 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' },
    }
  })

const showForm: Answering = async (_context, { request }, settingOf) => {
  const { lang, was } = request.query
  if (lang === '' && typeof was === 'string')
    return { status: 200, page: renderLanguagesPage(settingOf(undefined, was)) }
  return { status: 200, page: renderWithdrawForm(settingOf(), { typed: typedIn(request.query) }) }
}

/** A buyer mistypes some times; who guesses needs far more tries. */
const NETWORK = { purpose: 'withdrawals', rate: { perSecond: 1 / 5, burst: 20 } }
const ORDER_RATE = { perSecond: 1 / 60, burst: 10 }

/** The limit of the network or of the order number that is spent. */
async function findSpent(
  { checkout: { cache }, callers }: WithdrawContext,
  { ip, orderNumber }: { ip: string | undefined; orderNumber: string },
): Promise<RateLimit | undefined> {
  const ofNetwork = await takeFromNetworks(cache.limiter, callers.networksOf(ip), NETWORK)
  if (ofNetwork?.allowed === false) return ofNetwork
  const ofOrder = await cache.limiter.take(`withdrawal:${orderNumber}`, ORDER_RATE)
  return ofOrder.allowed ? undefined : ofOrder
}

const takeForm: Answering = async (context, { request, response }, settingOf) => {
  const fields = await readForm(request, response)
  const typed = typedIn(fields)
  const claim = toClaim(typed)
  const spent = await findSpent(context, { ip: request.ip, orderNumber: claim.orderNumber })
  if (spent) {
    response.setHeader('Retry-After', spent.retryAfterSeconds)
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
  return { status: 200, page, logoUrl: found.session.store.logoUrl }
}

/** `isConfirmed`: the order is withdrawn, where that is possible. */
async function find(
  { checkout }: WithdrawContext,
  claim: WithdrawalClaim,
  isConfirmed: boolean,
): Promise<Found | undefined> {
  const order = await checkout.db.findWithdrawable(claim)
  const withdrawal = order && isConfirmed ? await withdrawOrder(checkout, claim) : undefined
  const known = withdrawal?.order ?? order
  const session = known && (await checkout.db.findSession(known.sessionId))
  if (!known || !session) return undefined
  return { order: known, standing: withdrawal?.standing ?? withdrawalStanding(known), session }
}
