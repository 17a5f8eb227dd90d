import { describe, expect, test } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

function aWork() {
  const runs: { key: string; end: (failure?: Error) => void }[] = []
  const start = oneAtATime(
    (key: string) =>
      new Promise<void>((resolve, reject) => {
        runs.push({ key, end: (failure) => (failure ? reject(failure) : resolve()) })
      }),
  )
  return { runs, start }
}

describe('performance: work that is asked for again and again, one at a time', () => {
  test('calls that come while one runs share the run after it, and other keys wait for nobody', async () => {
    const { runs, start } = aWork()
    const first = start('a')
    const [second, third, other] = [start('a'), start('a'), start('b')]
    expect(runs.map(({ key }) => key)).toEqual(['a', 'b'])
    runs[1]?.end()
    await other
    runs[0]?.end()
    await first
    expect(second).toBe(third)
    await expect.poll(() => runs.map(({ key }) => key)).toEqual(['a', 'b', 'a'])
    runs[2]?.end()
    await third
    void start('a')
    expect(runs).toHaveLength(4)
  })

  test('a run that fails fails its callers alone', async () => {
    const { runs, start } = aWork()
    const [first, second] = [start('a'), start('a')]
    runs[0]?.end(new Error('no'))
    await expect(first).rejects.toThrow('no')
    await expect.poll(() => runs.length).toBe(2)
    runs[1]?.end()
    await expect(second).resolves.toBeUndefined()
  })
})
