import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createCallers } from './callers.ts'

function someCallers(isProxyForgotten = () => false) {
  let nowMs = 0
  const callers = createCallers({
    monotonicMs: () => nowMs,
    secret: Buffer.alloc(32),
    isProxyForgotten,
  })
  const isKnown = vi.fn(async () => false)
  return {
    callers,
    isKnown,
    admit: (name: string, address?: string) =>
      callers.admit({ kind: 'key', name, address }, { isKnown }),
    wait: (ms: number) => {
      nowMs += ms
    },
  }
}

/** Everything that can go on by itself has gone on. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

const LIMITED = { code: 'rate_limited' }

describe('security §4: callers', () => {
  test('callers that were known a moment ago are not looked up', async () => {
    const { admit, isKnown } = someCallers()
    isKnown.mockResolvedValueOnce(true)
    expect(await admit('k')).toBe(true)
    expect(await admit('k')).toBe(true)
    expect(isKnown).toHaveBeenCalledTimes(1)
  })

  test('callers that are forgotten are looked up again', async () => {
    const { admit, callers, isKnown } = someCallers()
    callers.remember({ kind: 'key', name: 'k' })
    callers.forget({ kind: 'key', name: 'k' })
    expect(await admit('k')).toBe(false)
    expect(isKnown).toHaveBeenCalledTimes(1)
  })

  test('a caller that nobody knows stays unknown for a minute, without a question', async () => {
    const { admit, isKnown, wait } = someCallers()
    expect(await admit('k')).toBe(false)
    wait(59_999)
    expect(await admit('k')).toBe(false)
    expect(isKnown).toHaveBeenCalledTimes(1)
    wait(60_000)
    isKnown.mockResolvedValueOnce(true)
    expect(await admit('k')).toBe(true)
  })

  test('callers of one kind say nothing about another kind', async () => {
    const { callers, isKnown } = someCallers()
    callers.remember({ kind: 'key', name: 'k' })
    await callers.admit({ kind: 'session', name: 'k', address: undefined }, { isKnown })
    expect(isKnown).toHaveBeenCalledTimes(1)
  })

  test('a network that named 20 unknown callers waits and costs no question; known callers pass', async () => {
    const { admit, callers, isKnown, wait } = someCallers()
    callers.remember({ kind: 'key', name: 'known' })
    for (let count = 0; count < 20; count += 1)
      expect(await admit(`unknown ${count}`, '192.0.2.7')).toBe(false)
    await expect(admit('another', '192.0.2.7')).rejects.toMatchObject({
      ...LIMITED,
      retryAfterSeconds: 3,
    })
    expect(isKnown).toHaveBeenCalledTimes(20)
    expect(await admit('known', '192.0.2.7')).toBe(true)
    expect(await admit('another', '192.0.2.8')).toBe(false)
    wait(3000)
    expect(await admit('yet another', '192.0.2.7')).toBe(false)
  })

  test('a /48 waits after 80 unknown callers, however many /64 they come from', async () => {
    const { admit } = someCallers()
    for (let count = 0; count < 80; count += 1)
      expect(await admit(`unknown ${count}`, `2001:db8:1:${(count * 256).toString(16)}::1`)).toBe(
        false,
      )
    await expect(admit('another', '2001:db8:1:ffff::1')).rejects.toMatchObject(LIMITED)
    expect(await admit('another', '2001:db8:2::1')).toBe(false)
  })

  test('callers of this machine itself are never too many', async () => {
    const { admit } = someCallers()
    for (let count = 0; count < 100; count += 1)
      expect(await admit(`unknown ${count}`, '127.0.0.1')).toBe(false)
  })

  test('behind a proxy that was forgotten, all callers of this machine are one network', async () => {
    const { admit } = someCallers(() => true)
    for (let count = 0; count < 20; count += 1)
      expect(await admit(`unknown ${count}`, '127.0.0.1')).toBe(false)
    await expect(admit('another', '127.0.0.1')).rejects.toMatchObject(LIMITED)
  })

  test('a refused network stays so for a second, without a look, and not for keys that are known', async () => {
    const { admit, callers, wait } = someCallers()
    callers.remember({ kind: 'key', name: 'known', mark: 'abcdef' })
    for (let count = 0; count < 20; count += 1) await admit(`unknown ${count}`, '192.0.2.7')
    expect(callers.isRefused('192.0.2.7', 'ghijkl')).toBe(false)
    await expect(admit('another', '192.0.2.7')).rejects.toMatchObject(LIMITED)
    expect(callers.isRefused('192.0.2.7', 'ghijkl')).toBe(true)
    expect(callers.isRefused('192.0.2.7', 'abcdef')).toBe(false)
    expect(callers.isRefused('192.0.2.8', 'ghijkl')).toBe(false)
    wait(1_000)
    expect(callers.isRefused('192.0.2.7', 'ghijkl')).toBe(false)
  })

  test('callers that something cheap knows of are no strangers', async () => {
    const { callers, isKnown } = someCallers()
    const caller = { kind: 'session', name: 'cs_1', address: undefined } as const
    const hasTrace = vi.fn(async () => true)
    expect(await callers.admit(caller, { hasTrace, isKnown })).toBe(true)
    expect(await callers.admit(caller, { hasTrace, isKnown })).toBe(true)
    expect(hasTrace).toHaveBeenCalledTimes(1)
    expect(isKnown).not.toHaveBeenCalled()
  })

  test('callers are remembered in a bounded number: the one unused for longest gives way', async () => {
    const { admit, callers, isKnown } = someCallers()
    for (let count = 0; count < 20_001; count += 1)
      callers.remember({ kind: 'key', name: `${count}` })
    expect(await admit('20000')).toBe(true)
    expect(isKnown).not.toHaveBeenCalled()
    expect(await admit('0')).toBe(false)
  })

  test('strangers are looked up four at once, two of one network', async () => {
    // Nobody loses patience, however slow the machine is.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { callers } = someCallers()
    const { promise, resolve } = Promise.withResolvers<boolean>()
    let asked = 0
    const ask = (name: string, address: string) =>
      callers.admit(
        { kind: 'key', name, address },
        {
          isKnown: () => {
            asked += 1
            return promise
          },
        },
      )
    const some = ['a', 'b', 'c'].map((name) => ask(name, '192.0.2.1'))
    await settled()
    expect(asked).toBe(2)
    const more = ['d', 'e', 'f'].map((name, index) => ask(name, `192.0.2.${index + 2}`))
    await settled()
    expect(asked).toBe(4)
    resolve(true)
    expect(await Promise.all([...some, ...more])).toEqual(Array.from({ length: 6 }, () => true))
    expect(asked).toBe(6)
  })

  test('callers who name the same at the same time are looked up once', async () => {
    const { admit, isKnown } = someCallers()
    const answers = await Promise.all(Array.from({ length: 100 }, () => admit('k')))
    expect(new Set(answers)).toEqual(new Set([false]))
    expect(isKnown).toHaveBeenCalledTimes(1)
  })
})
