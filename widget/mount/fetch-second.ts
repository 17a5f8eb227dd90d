import type { Outcomes } from '../outcomes/outcomes.ts'
import type { Mounting } from './mounting.ts'
import type { LoadSecond } from './second-file.ts'

const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 30_000

type Act = (outcomes: Outcomes) => void

export type Guarded = <Given extends unknown[]>(
  act: (...given: Given) => void,
) => (...given: Given) => void

type Fetching = {
  load: LoadSecond
  handed: Parameters<Awaited<ReturnType<LoadSecond>>['createOutcomes']>[1]
  signal: AbortSignal
}

/** What only the second file can do: at once where it is there, else in order as soon as it is. */
export function fetchSecond(mounting: Mounting, { load, handed, signal }: Fetching) {
  const waiting: Act[] = []
  let outcomes: Outcomes | undefined
  let loading: ReturnType<LoadSecond> | undefined
  let failures = 0
  let isKeeping = false

  const begin = handed.guarded((file: Awaited<ReturnType<LoadSecond>>) => {
    if (outcomes || signal.aborted) return
    outcomes = file.createOutcomes(mounting, handed)
    for (const act of waiting.splice(0)) act(outcomes)
    outcomes.start()
  })

  /** False when it did not come. */
  async function fetch(): Promise<boolean> {
    try {
      begin(await (loading ??= load()))
      return true
    } catch {
      loading = undefined
      if (HOSTED_CHECKOUT_PLACE !== 'embedded') failures += 1
      return false
    }
  }

  async function keepFetching() {
    if (isKeeping) return
    isKeeping = true
    for (
      let waitMs = FIRST_RETRY_MS;
      !signal.aborted && !(await fetch());
      waitMs = Math.min(waitMs * 2, LAST_RETRY_MS)
    ) {
      // The page says nothing of its own as long as what it is to show waits for that file.
      if (HOSTED_CHECKOUT_PLACE !== 'embedded' && waiting.length > 0 && handed.goPlain(failures))
        return
      mounting.tellError('network')
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }

  return {
    fetch,
    keepFetching,

    get outcomes() {
      return outcomes
    },

    /** How often it did not come. */
    get failures() {
      return failures
    },

    /** Whether anything waits for it. */
    get isAwaited() {
      return waiting.length > 0
    },

    later(act: Act) {
      if (outcomes) return act(outcomes)
      waiting.push(act)
      void keepFetching()
    },
  }
}
