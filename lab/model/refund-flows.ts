import { requestRefund } from '../../server/checkout/refunds/refund-order.ts'
import { type LateFailureAnswer, RefundRefused } from '../../server/checkout/refunds/refund.ts'
import { assert } from './books.ts'
import type { Simulation } from './simulation.ts'
import { type OrderRow, committedOf } from './tables.ts'

type Form = { orderNumber: string; amount: number; returnedUnits: number; idempotencyKey: string }

/** The answer to a form, with the record's history at that time. */
type Answers = Map<string, { refundId: string; amount: number; history: number }>

/** Members refund an order, some of them at the same moment. */
export async function refundOrder(simulation: Simulation, sessionId: string) {
  const { random, scheduler, faults, storage, ids, start } = simulation
  const answers: Answers = new Map()
  const horizonMs = random.pick([1, 50, 6_000])
  await scheduler.sleep(faults.world, random.below(horizonMs))
  const order = committedOf(storage.tables.orders).find((row) => row.sessionId === sessionId)
  if (!order) return
  if (random.chance(0.2))
    await scheduler.step(faults.world, ['gives back by hand', order.attemptId], () =>
      simulation.giveBackByHand(order.attemptId),
    )
  if (random.chance(0.4))
    void scheduler.step(
      faults.world,
      ['disputes', order.attemptId],
      () => simulation.dispute(order.attemptId),
      faults.soon(),
    )
  for (let forms = 1 + random.below(3); forms > 0; forms -= 1) {
    const form = fillIn(simulation, order, ids.refund())
    for (let posts = 1 + random.below(3); posts > 0; posts -= 1) {
      const isChanged = random.chance(0.1)
      const amount = isChanged ? Math.max(1, form.amount + 1 - random.below(3)) : form.amount
      start(async () => {
        await scheduler.sleep(faults.world, random.below(horizonMs))
        await post(simulation, { ...form, amount }, answers)
      })
    }
  }
}

/** Members say what happened to the units, perhaps twice and differently. */
export async function answerLateFailures(
  { random, scheduler, faults, storage, services, seen }: Simulation,
  refundId: string,
) {
  const history = storage.failovers()
  const refund = storage.tables.refunds.get(refundId)?.committed
  if (!refund) return
  const { orderNumber, restockedUnits } = refund
  let taken = 0
  const answer = async () => {
    await scheduler.sleep(faults.world, random.below(2_000))
    const said: LateFailureAnswer =
      restockedUnits === 0 ? 'seen' : random.pick(['came_back', 'did_not_come_back'])
    const { db } = random.pick(services).deps
    const { type } = await db.charges.answerLateFailure({
      storeId: 'st_1',
      orderNumber,
      refundId,
      answer: said,
      actor: { name: 'ana@loom.example', address: null },
    })
    if (storage.failovers() !== history) return
    if (type !== 'taken') return
    seen.add(`a late failure is answered ${said}`)
    taken += 1
    assert(taken <= 1, 'a late failure is answered once', refundId)
  }
  await Promise.all(Array.from({ length: random.pick([0, 1, 2]) }, answer))
}

/** The whole amount, a part, or too much. */
const fillIn = (
  { random }: Simulation,
  { amount, order: { orderNumber, quantity } }: OrderRow,
  idempotencyKey: string,
): Form => ({
  orderNumber,
  amount: random.pick([amount, 1 + random.below(amount), 1 + random.below(amount + 2)]),
  returnedUnits: random.below(quantity + 1),
  idempotencyKey,
})

/** A repeated form gets the same answer; another form with its key does not. */
async function post({ random, services, storage, seen }: Simulation, form: Form, answers: Answers) {
  const history = storage.failovers()
  const { idempotencyKey, amount, returnedUnits } = form
  const isOld = () => storage.failovers() !== history
  const find = () => {
    const before = answers.get(idempotencyKey)
    return before?.history === history ? before : undefined
  }
  try {
    const refund = await requestRefund(random.pick(services).deps, {
      ...form,
      storeId: 'st_1',
      reason: null,
      actor: { name: 'ana@loom.example', address: null },
    })
    // What a lost refund said of units, the bank does not know.
    const isOnRecord = refund.kind === 'requested'
    assert(
      refund.amount === amount && (!isOnRecord || refund.returnedUnits === returnedUnits),
      'a form is answered with the refund that it asks for',
      refund.id,
    )
    if (isOld()) return
    const before = find()
    if (before) seen.add('a refund is repeated')
    assert(
      before === undefined || before.refundId === refund.id,
      'a form makes one refund, however often it comes',
      refund.id,
    )
    answers.set(idempotencyKey, { refundId: refund.id, amount, history })
  } catch (error) {
    if (!(error instanceof RefundRefused)) throw error
    if (storage.failovers() > 0) return
    const { reason } = error.refusal
    seen.add(`a refund is refused for ${reason.replaceAll('_', ' ')}`)
    assert(
      reason === 'other_provider' || find()?.amount !== amount,
      'a form that was answered is not refused',
      idempotencyKey,
    )
  }
}
