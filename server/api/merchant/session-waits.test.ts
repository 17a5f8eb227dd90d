import { describe, expect, test, vi } from 'vitest'
import { CheckoutError } from '../../checkout/errors.ts'
import type { Signal } from '../../checkout/ports/cache.ts'
import type { SessionAndNow } from '../../checkout/ports/database.ts'
import { anOpenSession, aCompleteSession } from '../../testing/cache-contract.ts'
import { createWaitSlots } from './wait-slots.ts'
import { createSessionWaits } from './session-waits.ts'

const ID = 'cs_1'
const open = () => anOpenSession({ id: ID })
const complete = () => aCompleteSession({ id: ID })

/** A record whose reads end when the test says so. */
function aWorld() {
  const slots = createWaitSlots()
  let listener: (signal: Signal) => void = () => {}
  const reads: {
    answer: (found?: SessionAndNow['session']) => void
    fail: (error: Error) => void
  }[] = []
  const failures: unknown[] = []
  const waits = createSessionWaits(
    {
      db: {
        findSessionAndNow: () =>
          new Promise((resolve, reject) => {
            reads.push({
              answer: (session) =>
                resolve(
                  session && {
                    session,
                    now: session.createdAt,
                    receiptDigest: null,
                    confirmation: null,
                    tracking: null,
                  },
                ),
              fail: reject,
            })
          }),
      },
      cache: {
        signals: {
          publish: async () => {},
          subscribe: (given) => {
            listener = given
            return () => {
              listener = () => {}
            }
          },
        },
      },
      events: { statusReadFailed: ({ error }) => void failures.push(error) },
    },
    slots,
  )
  const wait = ({ key = 'k', seconds = 1_000, gone = new AbortController().signal } = {}) =>
    waits.untilFinal(ID, { key, seconds, gone })
  return {
    waits,
    wait,
    reads,
    failures,
    signal: (sessionId = ID) => listener({ type: 'sessions_changed', sessionIds: [sessionId] }),
    reach: (count: number) => vi.waitFor(() => expect(reads).toHaveLength(count)),
  }
}

describe('contract §3: requests that wait for a session', () => {
  test('waiting requests read once they listen, so that no change falls between', async () => {
    const { wait, reads } = aWorld()
    const answer = wait()
    reads[0]?.answer(complete())
    expect(await answer).toMatchObject({ state: 'complete' })
  })

  test('requests that wait for a session share a read, however many they are', async () => {
    const { wait, reads, signal, reach } = aWorld()
    const answers = Array.from({ length: 50 }, () => wait())
    reads[0]?.answer(open())
    await reach(2)
    reads[1]?.answer(open())
    signal('cs_2')
    signal()
    signal()
    await reach(3)
    reads[2]?.answer(complete())
    for (const answer of answers) expect(await answer).toMatchObject({ state: 'complete' })
    expect(reads).toHaveLength(3)
  })

  test('a change of the session during a read is read for again', async () => {
    const { wait, reads, signal, reach } = aWorld()
    const answer = wait()
    signal()
    reads[0]?.answer(open())
    await reach(2)
    reads[1]?.answer(complete())
    expect(await answer).toMatchObject({ state: 'complete' })
  })

  test('waits for a session end with its state when the service stops; the next do not wait', async () => {
    const { wait, waits, reads, reach } = aWorld()
    const answer = wait()
    reads[0]?.answer(open())
    await Promise.resolve()
    waits.close()
    await reach(2)
    reads[1]?.answer(open())
    expect(await answer).toMatchObject({ state: 'open' })
    const next = wait()
    await reach(3)
    reads[2]?.answer(open())
    expect(await next).toMatchObject({ state: 'open' })
  })

  test('waits for a session go on after a read that failed, and fail with the last one', async () => {
    const { wait, waits, reads, failures, signal, reach } = aWorld()
    const answer = wait()
    reads[0]?.fail(new Error('away'))
    await vi.waitFor(() => expect(failures).toHaveLength(1))
    signal()
    await reach(2)
    waits.close()
    reads[1]?.fail(new Error('still away'))
    await expect(answer).rejects.toThrow('still away')
  })

  test('one key may have 100 waits for a session at most, and who leaves makes room', async () => {
    const { wait, reads, reach } = aWorld()
    const leaving = new AbortController()
    const left = wait({ gone: leaving.signal })
    const others = Array.from({ length: 99 }, () => wait())
    await expect(wait()).rejects.toThrow(CheckoutError)
    await expect(wait()).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 1 })
    void wait({ key: 'another' })
    leaving.abort()
    expect(await left).toBeUndefined()
    const late = wait()
    reads[0]?.answer(open())
    await reach(2)
    reads[1]?.answer(complete())
    for (const answer of [...others, late])
      expect(await answer).toMatchObject({ state: 'complete' })
  })
})
