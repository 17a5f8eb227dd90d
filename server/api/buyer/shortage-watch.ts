import type { CheckoutDeps } from '../../checkout/checkout-deps.ts'

/** What is read at once, so that no statement takes long. */
const MOST = 1_000

/** A page that wants to know whether enough is left of what it sells. */
type Watcher = { sessionId: string; sendLeft(left: number | undefined): void }

type Watch = {
  read: CheckoutDeps['db']['findShortages']
  onFailure: (sessionId: string, error: unknown) => void
}

/** The pages of this process by the variant that they sell. */
export function createShortageWatch<One extends Watcher>({ read, onFailure }: Watch) {
  const watching = new Map<string, Set<One>>()
  const variantOf = new Map<One, string>()
  const asking = new Set<One>()
  let isReading = false

  async function readNext() {
    const watchers = [...asking].slice(0, MOST)
    const [first] = watchers
    if (!first) return
    for (const one of watchers) asking.delete(one)
    try {
      const found = await read([...new Set(watchers.map(({ sessionId }) => sessionId))])
      const left = new Map(found.map(({ sessionId, unitsLeft }) => [sessionId, unitsLeft]))
      for (const one of watchers) one.sendLeft(left.get(one.sessionId))
    } catch (error) {
      onFailure(first.sessionId, error)
    }
  }

  /** One reading follows the other, so that none sends what is older than was sent before. */
  async function readOn() {
    isReading = true
    while (asking.size > 0) await readNext()
    isReading = false
  }

  /** Asks how much is left, because it may have changed. */
  function ask(watchers: Iterable<One>) {
    for (const one of watchers) asking.add(one)
    if (!isReading) void readOn()
  }

  return {
    ask,
    askOf: (variantIds: string[]) => ask(variantIds.flatMap((id) => [...(watching.get(id) ?? [])])),
    join(variantId: string, one: One) {
      variantOf.set(one, variantId)
      const others = watching.get(variantId)
      if (others) others.add(one)
      else watching.set(variantId, new Set([one]))
    },
    leave(one: One) {
      const variantId = variantOf.get(one)
      const others = variantId !== undefined && watching.get(variantId)
      if (!others) return
      variantOf.delete(one)
      others.delete(one)
      if (others.size === 0) watching.delete(variantId)
    },
  }
}
