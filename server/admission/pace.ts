import { createRecent } from '../cache/memory/recent.ts'

/** How long an address is let in slowly after its last offence. */
const COOL_DOWN_MS = 1_000

/** How long it is, then, from one of its connections to the next. */
const STEP_MS = 10

const MAX_WAITING = 256
const MAX_ADDRESSES = 10_000

/**
 * Lets those in who come from an address that does harm, one after the other, and the newest first:
 * a client that crowds the line does not hold up the others.
 *
 * @param drop what waited for longest, when the line is too long
 */
export function createPace<Who>(drop: (who: Who) => void, nowMs = () => performance.now()) {
  // By address, until when.
  const slow = createRecent<number>(MAX_ADDRESSES)
  const line: { who: Who; begin: () => void }[] = []
  let timer: NodeJS.Timeout | undefined

  const step = () => {
    line.pop()?.begin()
    if (line.length > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    /** The address did harm. */
    slow: (address: string) => slow.put(address, nowMs() + COOL_DOWN_MS),

    /** Begins now, or when it is this one's turn. */
    pass(address: string, who: Who, begin: () => void) {
      if ((slow.find(address) ?? 0) < nowMs()) return begin()
      line.push({ who, begin })
      if (line.length > MAX_WAITING) drop((line.shift() as { who: Who }).who)
      timer ??= setInterval(step, STEP_MS)
    },
  }
}
