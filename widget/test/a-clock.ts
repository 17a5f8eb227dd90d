import { onTestFinished, vi } from 'vitest'

type Timer = { at: number; act: () => void }

const later = window.setTimeout

/** Waits until what the page has asked for is answered. Reading a body takes some tasks. */
async function settled() {
  for (let task = 0; task < 4; task += 1) await new Promise<void>((resolve) => void later(resolve))
}

/**
 * Stops the time in the page until the test lets it pass. (Vitest's own clock goes on whenever
 * `expect.poll` looks, and how far depends on the machine.)
 */
export function stopClock(start = '2026-11-21T09:30:00.000Z') {
  const timers = new Map<number, Timer>()
  let now = Date.parse(start)
  let lastId = 0
  const set = (act: () => void, afterMs = 0) => {
    lastId += 1
    timers.set(lastId, { at: now + afterMs, act })
    return lastId
  }
  const mocks = [
    vi.spyOn(Date, 'now').mockImplementation(() => now),
    vi.spyOn(window, 'setTimeout').mockImplementation(set as typeof setTimeout),
    vi.spyOn(window, 'clearTimeout').mockImplementation((id) => void timers.delete(Number(id))),
  ]
  onTestFinished(() => mocks.forEach((mock) => mock.mockRestore()))

  const nextUntil = (end: number) =>
    [...timers].filter(([, { at }]) => at <= end).sort(([, one], [, other]) => one.at - other.at)[0]

  return {
    now: () => new Date(now).toISOString(),
    async pass(ms: number) {
      const end = now + ms
      for (let next = nextUntil(end); next; next = nextUntil(end)) {
        const [id, { at, act }] = next
        timers.delete(id)
        now = at
        act()
        await settled()
      }
      now = end
      await settled()
    },
  }
}
