import { afterEach, describe, expect, test } from 'vitest'
import { ThreadError, createThread } from './thread.ts'

const file = new URL('../testing/sample-thread.ts', import.meta.url)
let thread = createThread<string, string>(file)

afterEach(() => thread.close())

describe('performance: a thread for slow work', () => {
  test('a thread starts with its first job and does one after the other', async () => {
    thread = createThread(file)
    expect(thread.isRunning()).toBe(false)
    expect(await thread.run('a')).toBe('a done')
    expect(await thread.run('b')).toBe('b done')
    expect(thread.isRunning()).toBe(true)
  })

  test('a thread says what a job threw, and goes on', async () => {
    thread = createThread(file)
    await expect(thread.run('throw')).rejects.toThrow('thrown in a thread')
    expect(await thread.run('a')).toBe('a done')
  })

  test('a thread that takes too long over a job is stopped, and another one does the next', async () => {
    thread = createThread(file)
    await expect(thread.run('never end', { budgetMs: 500 })).rejects.toThrow(ThreadError)
    expect(thread.isRunning()).toBe(false)
    expect(await thread.run('a')).toBe('a done')
  })

  test.each(['exit', 'take all memory'])(
    'a thread that ends of itself is replaced: %s',
    async (job) => {
      thread = createThread(file, { maxHeapMb: 16 })
      await expect(thread.run(job)).rejects.toThrow(ThreadError)
      expect(await thread.run('a')).toBe('a done')
    },
  )

  test('a thread ends when it has had nothing to do for long, and starts again', async () => {
    thread = createThread(file, { idleMs: 5 })
    await thread.run('a')
    await expect.poll(() => thread.isRunning()).toBe(false)
    expect(await thread.run('b')).toBe('b done')
  })
})
