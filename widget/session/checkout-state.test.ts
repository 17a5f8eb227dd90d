import { describe, expect, test } from 'vitest'
import {
  afterEvent,
  afterPaid,
  afterView,
  amountsWith,
  isForm,
  startPaying,
  statusOf,
  type CheckoutState,
  type FormState,
} from './checkout-state.ts'
import { aView, anOrder } from '../test/a-view.ts'

const challenge = { type: 'challenge', url: 'http://127.0.0.1/challenges/1' } as const
const declined = { status: 'failed', code: 'card_declined', message: 'Try another card.' } as const
const ready = afterView({ type: 'loading' }, aView()) as FormState
const sending = startPaying(ready)
const ORDERED = {
  customer: { name: 'Ana', phone: '+34 600 123 456' },
  fulfillment: { method: 'DELIVERY', option: 'standard' },
} as const
const waiting: CheckoutState = { type: 'processing', view: aView(), wait: 'bank', sending: false }

describe('checkout-page §4: the first view', () => {
  test('an open session begins with the form, without a problem even after an earlier decline', () => {
    expect(afterView({ type: 'loading' }, aView({ attempt: declined }))).toEqual({
      type: 'ready',
      view: expect.anything(),
    })
  })
  test('the first view goes on with a payment that is under way, its bank challenge included', () => {
    expect(
      afterView(
        { type: 'loading' },
        aView({ attempt: { status: 'processing', action: challenge } }),
      ),
    ).toMatchObject({ type: 'processing', sending: false, action: challenge })
  })
  test('a session that takes no further card says so, and offers none', () => {
    const attempt = {
      status: 'failed',
      code: 'too_many_attempts',
      message: 'Ask the store.',
    } as const
    const last = afterView({ type: 'loading' }, aView({ attempt }))
    expect(last).toMatchObject({ type: 'unavailable', why: { reason: 'too_many_attempts' } })
    expect(isForm(last)).toBe(false)
    expect(afterView(waiting, aView({ attempt }))).toMatchObject({ type: 'unavailable' })
    expect(afterEvent(sending, { status: 'open', attempt })).toBe(sending)
  })
  test('a paid session begins with the receipt, which returns nobody by itself', () => {
    expect(
      afterView({ type: 'loading' }, aView({ status: 'complete', order: anOrder() })),
    ).toMatchObject({ type: 'complete', returning: false })
  })
  test('an expired session begins by saying so', () => {
    expect(afterView({ type: 'loading' }, aView({ status: 'expired' })).type).toBe('expired')
  })
})

describe('checkout-page §4: while paying', () => {
  test('what events say of an earlier attempt counts for nothing until `pay` has answered', () => {
    expect(afterEvent(sending, { status: 'open', attempt: declined })).toBe(sending)
    expect(afterEvent(sending, { status: 'open', attempt: null })).toBe(sending)
  })
  test('a failed attempt is a decline with the server’s words', () => {
    expect(afterEvent(waiting, { status: 'open', attempt: declined })).toMatchObject({
      type: 'ready',
      problem: { type: 'declined', code: 'card_declined', message: 'Try another card.' },
    })
  })
  test('an attempt that is gone sends us to ask the server', () => {
    expect(afterEvent(waiting, { status: 'open', attempt: null })).toBeUndefined()
    expect(afterView(waiting, aView())).toMatchObject({
      type: 'ready',
      problem: { type: 'not_charged' },
    })
  })
  test('as long as our order may be on its way, no payment under way proves nothing', () => {
    const doubt: CheckoutState = { ...waiting, until: '2026-11-21T09:30:35.000Z' }
    for (const attempt of [null, declined]) {
      const before = aView({ attempt, now: '2026-11-21T09:30:34.999Z' })
      expect(afterView(doubt, before)).toEqual({ ...doubt, view: before })
      const after = aView({ attempt, now: '2026-11-21T09:30:35.000Z' })
      expect(afterView(doubt, after)).toMatchObject({ type: 'ready', view: after })
      expect(afterEvent({ ...doubt, view: before }, { status: 'open', attempt })).toBeUndefined()
    }
    const attempt = { status: 'processing', action: challenge } as const
    expect(afterView(doubt, aView({ attempt }))).toMatchObject({ action: challenge })
  })
  test('the receipt returns the buyer who paid here', () => {
    expect(afterPaid(ready, anOrder(), ORDERED)).toMatchObject({
      type: 'complete',
      returning: true,
      order: anOrder(),
    })
    expect(afterView(waiting, aView({ status: 'complete', order: anOrder() }))).toMatchObject({
      type: 'complete',
      returning: true,
    })
  })
  test('waiting long is unknown to the outside', () => {
    expect(statusOf(waiting)).toBe('processing')
    expect(statusOf({ ...waiting, wait: 'unknown' } as CheckoutState)).toBe('unknown')
    expect(statusOf({ ...waiting, wait: 'stuck' } as CheckoutState)).toBe('unknown')
  })
})

describe('checkout-page §4: events from elsewhere', () => {
  test('a payment begun in another tab shows here', () => {
    expect(afterEvent(ready, { status: 'open', attempt: { status: 'processing' } })).toMatchObject({
      type: 'processing',
      sending: false,
    })
  })
  test('a variant that others have taken ends the form, and brings it back when it is free', () => {
    const soldOut = afterEvent(ready, { status: 'open', attempt: null, left: 0 })!
    expect(soldOut).toMatchObject({ type: 'unavailable', why: { reason: 'sold_out' } })
    expect(afterEvent(soldOut, { status: 'open', attempt: null, left: 1 })).toBe(soldOut)
    expect(afterEvent(soldOut, { status: 'open', attempt: null })).toEqual(ready)
    expect(afterEvent(ready, { status: 'open', attempt: null, left: 1 })).toMatchObject({
      type: 'unavailable',
      why: { reason: 'insufficient_stock', left: 1 },
    })
  })
  test('a buyer whose payment is under way is not told that the rest is gone', () => {
    expect(afterEvent(sending, { status: 'open', attempt: null, left: 0 })).toBe(sending)
    expect(
      afterEvent(waiting, { status: 'open', attempt: { status: 'processing' }, left: 0 }),
    ).toMatchObject({ type: 'processing' })
    expect(afterEvent(waiting, { status: 'open', attempt: declined, left: 0 })).toMatchObject({
      type: 'unavailable',
    })
  })
  test('a session that takes no further card stays so, however much is left', () => {
    const attempt = { ...declined, code: 'too_many_attempts' } as const
    const last = afterView({ type: 'loading' }, aView({ attempt }))
    expect(afterEvent(last, { status: 'open', attempt })).toEqual(last)
  })
  test('a final status is read from the server', () => {
    expect(afterEvent(ready, { status: 'complete', attempt: null })).toBeUndefined()
    expect(afterEvent(ready, { status: 'expired', attempt: null })).toBeUndefined()
  })
  test('nothing takes a final state back', () => {
    const complete = afterPaid(ready, anOrder(), ORDERED)
    expect(afterEvent(complete, { status: 'open', attempt: { status: 'processing' } })).toBe(
      complete,
    )
  })
})

describe('checkout-page §4: amounts', () => {
  test('amounts follow the chosen option, and the first one until there is a choice', () => {
    const view = aView({
      deliveryOptions: [
        { id: 'a', name: 'A', fee: 500 },
        { id: 'b', name: 'B', fee: 1450 },
      ],
    })
    expect(amountsWith(view, 'b')).toEqual({ subtotal: 12900, fee: 1450, total: 14350 })
    expect(amountsWith(view, undefined)).toEqual({ subtotal: 12900, fee: 500, total: 13400 })
  })
})
