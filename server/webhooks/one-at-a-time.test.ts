import { expect, test } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

test('whoever asks while it goes on gets one more run, together with the others', async () => {
  const ends: (() => void)[] = []
  const ask = oneAtATime(
    () =>
      new Promise<void>((resolve) => {
        ends.push(resolve)
      }),
  )
  const all = [ask(), ask(), ask()]
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await expect.poll(() => ends.length).toBe(2)
  ends[1]?.()
  await Promise.all(all)
  expect(ends).toHaveLength(2)
  void ask()
  expect(ends).toHaveLength(3)
})

test('after a failure it can be asked again', async () => {
  let runs = 0
  const ask = oneAtATime(async () => {
    runs += 1
    if (runs === 1) throw new Error('the first one fails')
  })
  await expect(ask()).rejects.toThrow('the first one fails')
  await ask()
  expect(runs).toBe(2)
})
