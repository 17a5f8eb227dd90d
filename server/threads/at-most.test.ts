import { expect, test } from 'vitest'
import { atMost } from './at-most.ts'
import { ThreadError } from './thread.ts'

test('performance: no more than so many jobs run at a time, in turn, also when one fails', async () => {
  const inTurn = atMost(2)
  const begun: number[] = []
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
  const results = gates.map(({ promise }, index) =>
    inTurn(async () => {
      begun.push(index)
      await promise
      return index
    }),
  )
  expect(begun).toEqual([0, 1])
  gates[1]?.reject(new Error('no'))
  await expect(results[1]).rejects.toThrow('no')
  expect(begun).toEqual([0, 1, 2])
  for (const index of [0, 2, 3, 4]) gates[index]?.resolve()
  expect(await Promise.all(results.filter((_result, index) => index !== 1))).toEqual([0, 2, 3, 4])
  expect(begun).toEqual([0, 1, 2, 3, 4])
  expect(await inTurn(() => Promise.resolve('again'))).toBe('again')
})

test('performance: no more jobs wait for their turn than may', async () => {
  const gate = Promise.withResolvers<string>()
  const inTurn = atMost(1, 1)
  const both = [inTurn(() => gate.promise), inTurn(() => gate.promise)]
  await expect(inTurn(() => gate.promise)).rejects.toThrow(ThreadError)
  gate.resolve('done')
  expect(await Promise.all(both)).toEqual(['done', 'done'])
})
