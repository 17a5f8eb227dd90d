import type { ErrorCode } from '../../server/checkout/errors.ts'
import type { CheckoutSession } from '../../server/checkout/sessions/session.ts'
import { type Books, assert } from './books.ts'
import { assertGivenUp } from './safety.ts'
import { committedOf } from './tables.ts'

type FinalStatus = 'complete' | 'expired'

type FinalAnswer = { status: FinalStatus; order: string; paidBy: string | undefined }

/** I9, I10: an answer is never taken back. */
export function createAnswers(books: Books, isLosing: () => boolean) {
  const { tables, now } = books
  const given = new Map<string, FinalAnswer>()
  /** Answers from before the record lost them. */
  const lost = new Map<string, FinalAnswer>()

  function assertRecorded(id: string, status: FinalStatus) {
    const session = tables.sessions.get(id)?.committed
    const isLate = session?.state === 'open' && session.expiresAt.getTime() <= now()
    assert(
      session?.state === status || (status === 'expired' && isLate),
      'I9 a final answer is never taken back',
      `${id} was ${status}, is ${session?.state ?? 'gone'}`,
    )
  }

  const paidBy = (id: string) =>
    committedOf(tables.orders).find(({ sessionId }) => sessionId === id)?.attemptId

  /** An order that is written again for the same payment must have the same number. */
  function assertSameNumber(id: string, order: CheckoutSession['order']) {
    const before = lost.get(id)
    if (!order || before?.paidBy === undefined || before.paidBy !== paidBy(id)) return
    const known = JSON.parse(before.order) as { orderNumber: string } | null
    assert(
      known === null || known.orderNumber === order.orderNumber,
      'an order that is written again has the number that was told',
      id,
    )
  }

  function give(id: string, status: FinalStatus, order: CheckoutSession['order']) {
    const text = JSON.stringify(order)
    const known = given.get(id)
    assertSameNumber(id, order)
    assert(
      known === undefined ||
        (known.status === status &&
          (order === null || known.order === 'null' || known.order === text)),
      'I9 a final answer is never taken back',
      `${id} was ${known?.status ?? ''}, is answered ${status}`,
    )
    if (!known || known.order === 'null') given.set(id, { status, order: text, paidBy: paidBy(id) })
    assertRecorded(id, status)
  }

  return {
    give,
    /** A read's answer; `before` is what was final when it began. */
    read(session: CheckoutSession | undefined, before: FinalStatus | undefined) {
      if (session === undefined && isLosing()) return
      assert(session !== undefined, 'I14 a session that was created can be read', '')
      assert(
        (session.order !== null) === (session.state === 'complete'),
        'I11 there is an order if and only if it is complete',
        session.id,
      )
      const { id, state, order } = session
      if (state === 'complete' || state === 'expired') give(id, state, order)
      else
        assert(
          before === undefined,
          'I9 a final answer is never taken back',
          `${id} was ${before ?? ''}, is answered ${state}`,
        )
    },
    isFinal: (id: string) => given.get(id)?.status,
    /** The buyer was told that nothing was charged, so at most a declined card was tried. */
    refuse(sessionId: string, attemptId: string, code: ErrorCode) {
      if (code === 'session_complete') give(sessionId, 'complete', null)
      if (code === 'session_expired') give(sessionId, 'expired', null)
      const attempt = tables.attempts.get(attemptId)?.committed
      assert(
        !attempt || code === 'payment_declined',
        'a payment that was refused has never begun',
        `${attemptId}: ${code}`,
      )
      if (attempt) assertGivenUp(attempt, books)
    },
    /** The record went back to an earlier moment, so answers that it lost are dropped. */
    forgetLost() {
      for (const [id, answer] of given) {
        if (tables.sessions.get(id)?.committed?.state === answer.status) continue
        lost.set(id, answer)
        given.delete(id)
      }
    },
    lostCount: () => lost.size,
    assertAllRecorded: () => {
      for (const [id, { status }] of given) assertRecorded(id, status)
    },
  }
}
