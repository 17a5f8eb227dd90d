import { expect, test, vi } from 'vitest'
import { createRecordClock } from './record-clock.ts'

const HOUR_MS = 3_600_000

test('the time is the record’s, by the own clock; from 30 s on the difference is told, once', async () => {
  let ownMs = HOUR_MS
  let aheadMs = 29_999
  const [onMeasured, onDifference] = [vi.fn(), vi.fn()]
  const clock = createRecordClock({
    clocks: { monotonicMs: () => 0, wallMs: () => ownMs },
    readNow: async () => new Date(ownMs - aheadMs),
    onMeasured,
    onDifference,
  })
  await clock.measure()
  expect([clock.nowMs(), clock.isFar()]).toEqual([HOUR_MS - 29_999, false])
  ownMs += 1000
  expect(clock.nowMs()).toBe(HOUR_MS - 28_999)
  aheadMs = 30_000
  await clock.measure()
  await clock.measure()
  expect(clock.isFar()).toBe(true)
  expect(onDifference.mock.calls).toEqual([[{ differenceSeconds: 30 }]])
  expect(onMeasured.mock.calls).toEqual([[29.999], [30], [30]])
})

test('a slow answer changes nothing but the first', async () => {
  let ownMs = HOUR_MS
  let recordMs = 0
  const clock = createRecordClock({
    clocks: { monotonicMs: () => 0, wallMs: () => ownMs },
    readNow: async () => {
      ownMs += 2_000
      return new Date(recordMs)
    },
    onMeasured: () => undefined,
    onDifference: () => undefined,
  })
  await clock.measure()
  expect(clock.nowMs()).toBe(1_000)
  recordMs = HOUR_MS
  await clock.measure()
  expect(clock.nowMs()).toBe(3_000)
})
