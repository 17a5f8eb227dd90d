import { oneAtATime } from './one-at-a-time.ts'

type DueWork<Item> = {
  /** What nobody else works on, and whether more may be due. */
  claim: (underWay: number) => Promise<{ items: Item[]; hasMore: boolean }>
  run: (item: Item) => Promise<unknown>
  onFailure: (error: unknown) => void
}

/** Runs what is due, some at a time, without holding a database connection meanwhile. */
export function createDueRuns<Item>({ claim, run, onFailure }: DueWork<Item>) {
  const underWay = new Set<Promise<unknown>>()
  let isClosed = false

  function begin(item: Item) {
    const running = run(item)
      .catch(onFailure)
      .finally(() => {
        underWay.delete(running)
        wake()
      })
    underWay.add(running)
  }

  const round = oneAtATime<void>(async () => {
    for (let isDone = false; !isDone && !isClosed;) {
      const { items, hasMore } = await claim(underWay.size)
      for (const item of items) begin(item)
      isDone = !hasMore
    }
  })

  /** Begins a round; nobody waits for it. */
  function wake() {
    if (!isClosed) void round().catch(onFailure)
  }

  return {
    wake,
    round: () => round(),
    /** Begins nothing more, and waits for what is under way. */
    async close() {
      isClosed = true
      await Promise.allSettled([round()])
      await Promise.all(underWay)
    },
  }
}
