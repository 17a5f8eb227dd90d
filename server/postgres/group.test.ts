import { describe, expect, test, vi } from 'vitest'
import { grouped } from './group.ts'

/** Groups that end when the test says so. */
function opened(options: Parameters<typeof grouped<string, string>>[1]) {
  const groups: { items: string[]; end: () => void; fail: (error: Error) => void }[] = []
  const add = grouped<string, string>(
    (items) =>
      new Promise((resolve, reject) => {
        groups.push({
          items,
          end: () => resolve(items.map((item) => item.toUpperCase())),
          fail: reject,
        })
      }),
    options,
  )
  const reach = (count: number) => vi.waitFor(() => expect(groups).toHaveLength(count))
  return { add, groups, reach, items: () => groups.map(({ items }) => items) }
}

const firstLetter = (item: string) => [item.charAt(0)]

describe('performance: Group commit', () => {
  test('work that comes to an idle process goes alone, at once', async () => {
    const { add, groups, items } = opened({ most: 10 })
    const done = add('a')
    expect(items()).toEqual([['a']])
    groups[0]?.end()
    expect(await done).toBe('A')
  })

  test('work that comes meanwhile goes with the next, in order, and gets its own result', async () => {
    const { add, groups, reach, items } = opened({ most: 10 })
    const done = ['a', 'b', 'c'].map(add)
    groups[0]?.end()
    await reach(2)
    expect(items()).toEqual([['a'], ['b', 'c']])
    groups[1]?.end()
    expect(await Promise.all(done)).toEqual(['A', 'B', 'C'])
  })

  test('no more than so many pieces of work go together', async () => {
    const { add, groups, reach, items } = opened({ most: 2 })
    for (const item of ['a', 'b', 'c', 'd']) void add(item)
    groups[0]?.end()
    await reach(2)
    groups[1]?.end()
    await reach(3)
    expect(items()).toEqual([['a'], ['b', 'c'], ['d']])
  })

  test('two pieces of work with a key in common never go together, and keep their order', async () => {
    const { add, groups, reach, items } = opened({ most: 10, keysOf: firstLetter })
    for (const item of ['x', 'a1', 'b1', 'a2', 'a3']) void add(item)
    for (const index of [0, 1, 2]) {
      groups[index]?.end()
      await reach(index + 2)
    }
    expect(items()).toEqual([['x'], ['a1', 'b1'], ['a2'], ['a3']])
  })

  test('a group that fails is tried one by one, and only what fails alone has failed', async () => {
    const run = vi.fn(async (items: string[]) => {
      if (items.includes('bad')) throw new Error('no')
      return items
    })
    const add = grouped(run, { most: 10 })
    const results = await Promise.allSettled(['x', 'a', 'bad', 'b'].map(add))
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    expect(run.mock.calls.map(([items]) => items)).toEqual([
      ['x'],
      ['a', 'bad', 'b'],
      ['a'],
      ['bad'],
      ['b'],
    ])
  })

  test('work goes on after a group that failed', async () => {
    const { add, groups, reach } = opened({ most: 10 })
    const failed = add('a')
    const next = add('b')
    groups[0]?.fail(new Error('no'))
    await expect(failed).rejects.toThrow('no')
    await reach(2)
    groups[1]?.end()
    expect(await next).toBe('B')
  })
})
