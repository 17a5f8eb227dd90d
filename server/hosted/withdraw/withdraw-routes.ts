import type { WithdrawalLinks } from '../../auth/withdrawal-links.ts'
import type { CheckoutDeps } from '../../checkout/checkout-deps.ts'
import { findWithdrawable, withdrawOrder } from '../../checkout/orders/withdraw-order.ts'
import { type WithdrawalClaim, withdrawalStanding } from '../../checkout/orders/withdrawal.ts'
import { sessionIn } from '../../checkout/sessions/words-in.ts'
import type { Exchange } from '../../web/requests/before-express.ts'
import { routes } from '../../web/routes.ts'
import {
  type PageResult,
  type PageAnswerContext,
  type SettingOf,
  answerPage,
  answering,
  readForm,
} from '../page-answers.ts'
import { renderLanguagesPage } from '../plain-pages.ts'
import { type ShownContext, findShown } from '../shown-session.ts'
import { type Refusal, type WithdrawLimits, takeLink, takeTry } from './withdraw-limits.ts'
import {
  type BuyerOrder,
  renderConfirmation,
  renderLinkOffer,
  renderLinkSent,
  renderOutcome,
  renderWithdrawForm,
} from './withdraw-page.ts'
import { type WithdrawalInput, orderNumberIn, typedIn } from './withdrawal-form.ts'

export type WithdrawContext = PageAnswerContext &
  ShownContext &
  WithdrawLimits & {
    checkout: CheckoutDeps
    withdrawalLinks: WithdrawalLinks
    /** Whether the service has a mail server. */
    mailsBuyers: boolean
  }

/** Where buyers withdraw from a contract, without script or cookie (contract §7). */
export const withdrawRoutes = (context: WithdrawContext) =>
  routes({
    '/withdraw': {
      get: answering((exchange) =>
        answerPage(context, exchange, (settingOf) => show(context, exchange, settingOf)),
      ),
      post: answering((exchange) =>
        answerPage(context, exchange, (settingOf) => takeForm(context, exchange, settingOf)),
      ),
    },
  })

async function show(
  context: WithdrawContext,
  exchange: Exchange,
  settingOf: SettingOf,
): Promise<PageResult> {
  const { query } = exchange
  const { lang, was, session: id } = query as { lang?: unknown; was?: unknown; session?: unknown }
  if (lang === '' && typeof was === 'string')
    return { status: 200, page: renderLanguagesPage(settingOf(undefined, was)) }
  const typed = typedIn(query)
  if (typed.link) return followLink(context, { typed, isConfirmed: false, settingOf })
  const shown =
    typeof id === 'string' && (await findShown(context, { id, exchange, needsReceipt: false }))
  const owner = shown ? shown.session : undefined
  return { status: 200, page: renderWithdrawForm(settingOf(owner), { typed, owner }) }
}

type Step = { typed: WithdrawalInput; isConfirmed: boolean; settingOf: SettingOf }

/** Withdraws where that was confirmed and is possible, and shows what is true then. */
async function take(
  { checkout }: WithdrawContext,
  claim: WithdrawalClaim,
  { typed, isConfirmed, settingOf }: Step,
): Promise<PageResult | undefined> {
  const order = await (isConfirmed ? withdrawOrder : findWithdrawable)(checkout, claim)
  const found = order && (await checkout.db.findSession(order.sessionId))
  if (!found) return undefined
  const setting = settingOf(found)
  const session = sessionIn(found, setting.language)
  const ofBuyer: BuyerOrder = { order, standing: withdrawalStanding(order), session }
  const page =
    ofBuyer.standing.type === 'possible'
      ? renderConfirmation(setting, ofBuyer, typed)
      : renderOutcome(setting, ofBuyer)
  return { status: 200, page }
}

/** It can be opened often and changes nothing until it is confirmed: mail programs open it, too. */
async function followLink(context: WithdrawContext, step: Step): Promise<PageResult> {
  const { typed, settingOf } = step
  const linked = await context.withdrawalLinks.open(typed.link)
  const made =
    linked &&
    (await take(context, { orderNumber: linked.orderNumber, by: { mailed: linked.email } }, step))
  return made ?? { status: 410, page: renderLinkOffer(settingOf(), { typed, why: 'link.over' }) }
}

async function takeForm(
  context: WithdrawContext,
  exchange: Exchange,
  settingOf: SettingOf,
): Promise<PageResult> {
  const fields = await readForm(exchange)
  const { response, address } = exchange
  const typed = typedIn(fields)
  const orderNumber = orderNumberIn(typed)
  const step = { typed, isConfirmed: 'confirm' in fields, settingOf }
  const refuse = ({ type, retryAfterSeconds }: Refusal): PageResult => {
    response.setHeader('Retry-After', retryAfterSeconds)
    const page =
      type === 'spent' && context.mailsBuyers
        ? renderLinkOffer(settingOf(), { typed, why: 'spent' })
        : renderWithdrawForm(settingOf(), { typed, refused: 'limited' })
    return { status: 429, page }
  }
  if (typed.link) return followLink(context, step)
  if ('send' in fields && context.mailsBuyers) {
    const taken = await takeLink(context, { address, orderNumber })
    if (taken.type !== 'taken') return refuse(taken)
    if (taken.isSent) await context.checkout.db.mailWithdrawalLink(orderNumber)
    return { status: 200, page: renderLinkSent(settingOf()) }
  }
  const refused = await takeTry(context, { address, orderNumber })
  if (refused) return refuse(refused)
  return (
    (await take(context, { orderNumber, by: { typed: typed.contact } }, step)) ?? {
      status: 422,
      page: renderWithdrawForm(settingOf(), { typed, refused: 'unknown' }),
    }
  )
}
