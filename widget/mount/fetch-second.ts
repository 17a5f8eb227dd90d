import type { Outcomes } from '../outcomes/outcomes.ts'
import type { Mounting } from '../element/mounting.ts'
import type { LoadSecond } from './second-file.ts'

const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 30_000

type Act = (outcomes: Outcomes) => void

export type Guard = <Given extends unknown[]>(
  act: (...given: Given) => void,
) => (...given: Given) => void

type SecondFile = Awaited<ReturnType<LoadSecond>>

type Fetching = {
  load: LoadSecond
  handed: Parameters<SecondFile['createOutcomes']>[1]
  signal: AbortSignal
}

/** Several calls share one fetch. After a failure the next call begins a new one. */
function createFetch(load: LoadSecond) {
  let loading: ReturnType<LoadSecond> | undefined
  let failures = 0
  return {
    /** How often the file did not come. */
    get failures() {
      return failures
    },

    /** Answers whether the file came. */
    async fetch(onFile: (file: SecondFile) => void): Promise<boolean> {
      try {
        onFile(await (loading ??= load()))
        return true
      } catch {
        loading = undefined
        if (HOSTED_CHECKOUT_SURFACE !== 'embedded') failures += 1
        return false
      }
    },
  }
}

/**
 * Does what only the second file can do: at once when the file is there, otherwise in order as soon
 * as it comes.
 */
export function fetchSecond(mounting: Mounting, { load, handed, signal }: Fetching) {
  const waiting: Act[] = []
  const file = createFetch(load)
  let outcomes: Outcomes | undefined
  let isKeeping = false

  const begin = handed.guarded(({ createOutcomes }: SecondFile) => {
    if (outcomes || signal.aborted) return
    outcomes = createOutcomes(mounting, handed)
    for (const act of waiting.splice(0)) act(outcomes)
    outcomes.start()
  })

  const fetch = () => file.fetch(begin)

  async function keepFetching() {
    if (isKeeping) return
    isKeeping = true
    for (
      let waitMs = FIRST_RETRY_MS;
      !signal.aborted && !(await fetch());
      waitMs = Math.min(waitMs * 2, LAST_RETRY_MS)
    ) {
      // While the page waits for that file, it can say nothing of its own.
      if (
        HOSTED_CHECKOUT_SURFACE !== 'embedded' &&
        waiting.length > 0 &&
        handed.goPlain(file.failures)
      )
        return
      mounting.emitError('network')
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }

  return {
    fetch,
    keepFetching,

    get outcomes() {
      return outcomes
    },

    get failures() {
      return file.failures
    },

    /** Whether something waits for the file. */
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
