import { setTimeout as wait } from 'node:timers/promises'
import type { Answer } from './client.ts'
import { type Page, type Standing, openPage, untilSettled } from './buyers.ts'
import type { FlowKind, FlowPlan, Means } from './flow-plan.ts'
import { createSession, readSession, storeOf, watchSession } from './merchants.ts'
import { type World, isTrouble } from './world.ts'

const PAY_TRIES = 10

/** What a buyer pays by: off the page, then the plan's cards, then one that works. */
const meansFor = ({ offPage, cards }: FlowPlan, declines: number): Means =>
  [...(offPage ? [offPage.method] : []), ...cards][declines] ?? 'succeeds'

type Buy = { page: Page; flow: FlowPlan; session: string; world: World }

/** What an answer means to the buyer: an end, or undefined when there is more to do. */
const endOf = ({ status, code }: Answer): string | undefined => {
  if (status === 200) return 'complete'
  if (status !== 409 || code === 'payment_in_progress') return undefined
  return code === 'session_expired'
    ? 'expired'
    : code === 'session_complete'
      ? 'complete'
      : code?.replaceAll('_', ' ')
}

/** Pays until it is paid, refused for good, or the buyer gives up. */
async function payUntilDone(
  { page, flow }: Buy,
  { isPatient, declines: before = 0 }: { isPatient: boolean; declines?: number },
): Promise<string> {
  const { random } = flow
  let declines = before
  for (let tries = 0; tries < PAY_TRIES; tries += 1) {
    const answer = await page.pay(await page.paymentMethod(meansFor(flow, declines)))
    const end = endOf(answer)
    if (end !== undefined) return end
    if (answer.status === 404) return 'forgotten'
    if (isTrouble(answer) && !isPatient) continue
    if (answer.status === 402) {
      declines += 1
      if (random.chance(0.3)) return 'declined'
      continue
    }
    if (answer.status === 429 || answer.status === 503) await wait(500 + random.below(1000))
    const standing = await untilSettled(page, flow)
    if (standing === 'complete' || standing === 'expired' || standing === 'processing')
      return standing
    if (standing === 'failed' && random.chance(0.3)) return 'declined'
    if (standing === 'failed') declines += 1
  }
  return 'gave up'
}

/** When nothing was confirmed off the page, pays by card. */
function goOn(buy: Buy, standing: Standing): Promise<string> {
  const declines = standing === 'failed' && buy.flow.offPage ? 1 : 0
  return standing === 'open' || standing === 'failed'
    ? payUntilDone(buy, { isPatient: true, declines })
    : Promise.resolve(standing)
}

async function payTwiceAtOnce(buy: Buy): Promise<string> {
  const { page, flow } = buy
  const paymentMethod = await page.paymentMethod(meansFor(flow, 0))
  await page.findToken()
  await Promise.all([page.pay(paymentMethod), page.pay(paymentMethod)])
  const standing = await untilSettled(page, flow)
  return goOn(buy, standing)
}

/** The second tab pays as soon as it may, so that two attempts follow each other closely. */
async function payInTwoTabs(buy: Buy): Promise<string> {
  const { page, flow, world, session } = buy
  const other = openPage(world, flow, session)
  const [first, second] = await Promise.all([
    page.paymentMethod(meansFor(flow, 0)),
    other.paymentMethod(meansFor(flow, 1)),
  ])
  await Promise.all([page.findToken(), other.findToken()])
  const insistent = async () => {
    for (let tries = 0; tries < 25; tries += 1) {
      const answer = await other.pay(second)
      if (answer.code !== 'payment_in_progress' && !isTrouble(answer)) return
      await wait(flow.random.below(25))
    }
  }
  await Promise.all([page.pay(first), insistent()])
  const standing = await untilSettled(page, flow)
  return goOn(buy, standing)
}

/** Several requests around the end of the window, while merchants read. */
async function payLate(buy: Buy): Promise<string> {
  const { page, flow, world, session } = buy
  const { random } = flow
  const view = await page.view()
  const paymentMethod = await page.paymentMethod(meansFor(flow, 0))
  if (!view) return 'no answer'
  const store = storeOf(world, flow)
  const deadline = Date.parse(view.expiresAt)
  const at = async (offset: number, act: () => Promise<unknown>) => {
    await wait(Math.max(0, deadline + offset - Date.now()))
    await act()
  }
  await Promise.all([
    ...[0, 1].map(() => at(random.below(30) - 25, () => page.pay(paymentMethod))),
    ...Array.from({ length: 8 }, () =>
      at(random.below(60) - 10, () => readSession(world, { random, store }, session)),
    ),
  ])
  return untilSettled(page, flow)
}

const BEHAVIOUR: Record<FlowKind, (buy: Buy) => Promise<string>> = {
  patient: (buy) => payUntilDone(buy, { isPatient: true }),
  impatient: (buy) => payUntilDone(buy, { isPatient: false }),
  doubleSubmit: payTwiceAtOnce,
  twoTabs: payInTwoTabs,
  late: payLate,
  leaves: async ({ page }) => {
    await page.view()
    return 'left'
  },
}

/** One buyer and one merchant from the creation of a session to its end; returns how it ended. */
export async function runFlow(world: World, flow: FlowPlan): Promise<string> {
  const created = await createSession(world, flow)
  if ('refusal' in created) return `not created: ${created.refusal.replaceAll('_', ' ')}`
  const { session } = created
  const watch = watchSession(world, flow, session)
  const page = openPage(world, flow, session)
  await wait(flow.random.below(600))
  await page.view()
  const outcome = await BEHAVIOUR[flow.kind]({ page, flow, session, world })
  const isOver = outcome === 'complete' || outcome === 'expired' || outcome === 'left'
  const final = isOver
    ? await Promise.race([watch.final, wait(60_000, undefined, { ref: false })])
    : undefined
  await watch.stop()
  return outcome === 'left' ? `left, ${final ?? 'open'}` : outcome
}
