import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CheckoutDeps } from '../checkout-deps.ts'
import { giveUpPayment } from './give-up-payment.ts'
import type { PaymentProvider } from '../ports/provider.ts'
import { receiveNotification } from './receive-notification.ts'
import { CARDS } from '../../testing/builders.ts'
import { type World, openWorld } from '../../testing/checkout-world.ts'
import { aDeadPayment } from '../../testing/bank/dead-payments.ts'
import { expectInvariantsAtRest } from '../../testing/invariants.ts'
import {
  UNKNOWN,
  aPaidOrder,
  recordOf,
  recoverNow,
  refund,
} from '../../testing/bank/refund-world.ts'
import { aNotification } from '../../testing/bank/sent-notifications.ts'

let world: World
/** What was asked of the provider that takes new payments today. */
let asked: string[]
/** A process that has both open, and one that has only today's. */
let both: CheckoutDeps
let todays: CheckoutDeps

beforeAll(async () => {
  world = await openWorld()
})
beforeEach(() => {
  asked = []
  const note = (call: string) => async () => {
    asked.push(call)
    return UNKNOWN
  }
  const today: PaymentProvider = {
    name: 'stripe',
    isAvailable: () => true,
    amountRule: () => ({ minimum: 1, maximum: 1_000_000, step: 1 }),
    authorize: note('authorize'),
    capture: note('capture'),
    cancel: note('cancel'),
    refund: note('refund'),
    refundPart: note('refundPart'),
    retrieve: note('retrieve'),
    readCharge: note('readCharge'),
    parseNotification: async (rawBody, headers) =>
      'stripe-signature' in headers
        ? {
            type: 'payment_changed',
            eventId: 'evt_1',
            attemptId: new TextDecoder().decode(rawBody),
            paymentId: null,
          }
        : { type: 'forged' },
    findEntry: async () => UNKNOWN,
    returnPayment: async () => UNKNOWN,
    listPayments: async function* listNone() {},
    listActivity: async function* listNone() {},
  }
  todays = { ...world.deps, provider: today, providers: [today] }
  both = { ...todays, providers: [today, world.bank] }
})
afterEach(async () => {
  expect(asked).toEqual([])
  await expectInvariantsAtRest(world.sql)
})
afterAll(() => world.close())

const hear = (attemptId: string) => {
  const { body, headers } = aNotification(attemptId, { secret: Buffer.alloc(32, 7) })
  return receiveNotification(both, body, headers)
}

/** A payment that yesterday's provider has authorised, and whose process died with the answer. */
async function anOldPayment() {
  const session = await aDeadPayment(world, 'after authorize')
  await world.makeDue(session.id)
  return session
}

describe('payments §8: a payment of another provider than the one that takes new payments', () => {
  test('a payment of another provider is finished by recovery at its own provider', async () => {
    const session = await anOldPayment()
    await world.recover(both)
    expect(await world.ledgerOf(session.id)).toEqual(['captured'])
    expect(await session.read()).toMatchObject({ state: 'complete' })
  })

  test('a payment is left alone by a process that has its provider not open', async () => {
    const session = await anOldPayment()
    await world.recover(todays)
    expect(await world.attemptOf(session.id)).toMatchObject({ state: 'authorising' })
    await world.recover(both)
    expect(await session.read()).toMatchObject({ state: 'complete' })
  })

  test('a payment whose provider is not open is given up by its buyer, and cancelled by who may', async () => {
    const session = await world.aSession()
    await world.pay(session.id, { card: CARDS.challenge })
    await giveUpPayment(todays, session.id)
    expect(await world.attemptOf(session.id)).toMatchObject({ state: 'voiding' })
    await world.makeDue(session.id)
    await world.recover(both)
    expect(await world.ledgerOf(session.id)).toEqual(['cancelled'])
    expect(await session.read()).toMatchObject({ state: 'open' })
  })

  test('a payment goes on with its own provider’s notification, and with no other’s', async () => {
    const session = await world.aSession()
    await world.pay(session.id, { card: CARDS.challenge })
    const { id } = await world.attemptOf(session.id)
    await world.sql.rows(
      "update test_provider.payments set status = 'authorized' where attempt_id = $1",
      [id],
    )
    await receiveNotification(both, new TextEncoder().encode(id), { 'stripe-signature': 'genuine' })
    expect(await session.read()).toMatchObject({ state: 'paying' })
    await hear(id)
    expect(await session.read()).toMatchObject({ state: 'complete' })
  })

  test('a late payment of another provider is given back by its own provider', async () => {
    const session = await world.aSession()
    await expect(world.pay(session.id, { card: CARDS.declined })).rejects.toMatchObject({
      code: 'payment_declined',
    })
    const { id } = await world.attemptOf(session.id)
    await world.sql.rows(
      "update test_provider.payments set status = 'captured', decline_code = null where attempt_id = $1",
      [id],
    )
    await hear(id)
    expect(await world.ledgerOf(session.id)).toEqual(['refunded'])
  })

  test('a payment of another provider is refunded by its own, by request and by recovery', async () => {
    const { orderNumber } = await aPaidOrder(world)
    expect(await refund(world, orderNumber, { as: both })).toMatchObject({ state: 'succeeded' })
    await refund(world, orderNumber, {
      as: world.withProvider({ refundPart: async () => UNKNOWN }),
    })
    await recoverNow(world, both)
    expect(await recordOf(world, orderNumber)).toMatchObject({
      refunded: 1000,
      states: ['succeeded', 'succeeded'],
    })
  })

  test('a pending refund is told to whoever asks again where its provider is not open', async () => {
    const { orderNumber } = await aPaidOrder(world)
    const idempotencyKey = 'form_of_yesterday'
    const pending = await refund(world, orderNumber, {
      as: world.withProvider({ refundPart: async () => UNKNOWN }),
      idempotencyKey,
    })
    expect(await refund(world, orderNumber, { as: todays, idempotencyKey })).toEqual(pending)
    await recoverNow(world, both)
    expect(await recordOf(world, orderNumber)).toMatchObject({ states: ['succeeded'] })
  })
})

describe('payments §8: a session that was made before another provider takes new payments', () => {
  test('a payment is not begun when the new provider never takes its total; the reason is told', async () => {
    const session = await world.aSession()
    const payAt = (amountRule: PaymentProvider['amountRule']) =>
      world.pay(session.id, { as: { ...todays, provider: { ...todays.provider, amountRule } } })
    await expect(payAt(() => ({ minimum: 5000, maximum: 9000, step: 1 }))).rejects.toMatchObject({
      code: 'invalid_request',
      message:
        'fulfillment.option: the total with it must be at least 5000, the least of what the payment provider takes in EUR',
    })
    await expect(payAt(() => undefined)).rejects.toMatchObject({ code: 'invalid_request' })
    expect(await session.stock()).toBe(10)
  })
})
