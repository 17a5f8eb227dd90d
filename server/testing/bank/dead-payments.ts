import assert from 'node:assert/strict'
import type { CheckoutDeps } from '../../checkout/checkout-deps.ts'
import type { PaymentProvider } from '../../checkout/ports/provider.ts'
import { advance } from '../../checkout/payments/settle-payment.ts'
import { CARDS } from '../builders.ts'
import { Killed, type World } from '../checkout-world.ts'
import { expectInvariants } from '../invariants.ts'

type Call = 'authorize' | 'capture' | 'cancel'
export type Moment = `before ${Call}` | `after ${Call}`

/** A process that dies at this moment. */
export function dyingAt(world: World, moment: Moment): CheckoutDeps {
  const [when, call] = moment.split(' ') as ['before' | 'after', Call]
  const die: PaymentProvider['authorize'] = async (attempt) => {
    if (when === 'after') await world.bank[call](attempt)
    throw new Killed(moment)
  }
  return world.withProvider({ [call]: die })
}

/** A session for 2 of 10 units whose payment died then. A challenge was answered before. */
export async function aDeadPayment(
  world: World,
  moment: Moment,
  { card = CARDS.succeeds }: { card?: string } = {},
) {
  const session = await world.aSession({ stock: 10, quantity: 2 })
  await assert.rejects(async () => {
    const as = dyingAt(world, moment)
    if (card !== CARDS.challenge) return world.pay(session.id, { as, card })
    const asked = await world.pay(session.id, { card })
    const url = asked.status === 'processing' ? asked.action?.url : undefined
    await world.bank.answerChallenge(url?.split('/').at(-1) ?? '', 'complete')
    return advance(as, (await world.attemptOf(session.id)).id)
  }, Killed)
  assert.equal((await session.read())?.state, 'paying')
  assert.equal(await session.stock(), 8)
  await expectInvariants(world.sql)
  return session
}
