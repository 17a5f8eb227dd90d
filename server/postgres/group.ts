/** Runs several items as one. Returns a result for each, in their order. */
type RunGroup<Item, Result> = (items: Item[]) => Promise<Result[]>

type Waiting<Item, Result> = {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Items that come while others run wait, and then run together in order. So a busy process makes
 * one query and one commit for many, and a quiet one never waits. When a group fails, each item is
 * tried alone, so that none fails for another's reason. @param most how many run together. @param
 * keysOf two items with a key in common never run together.
 */
export function grouped<Item, Result>(
  run: RunGroup<Item, Result>,
  { most, keysOf = () => [] }: { most: number; keysOf?: (item: Item) => string[] },
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []
  let isUnderWay = false

  function takeGroup() {
    const keys = new Set<string>()
    const group: typeof waiting = []
    const rest: typeof waiting = []
    for (const each of waiting) {
      const own = keysOf(each.item)
      const fits = group.length < most && own.every((key) => !keys.has(key))
      ;(fits ? group : rest).push(each)
      // An item that must wait goes before later ones with the same key.
      for (const key of own) keys.add(key)
    }
    waiting = rest
    return group
  }

  async function settle(group: typeof waiting) {
    try {
      const results = await run(group.map(({ item }) => item))
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result)
    } catch (error) {
      const [{ reject }, ...others] = group as [Waiting<Item, Result>, ...typeof waiting]
      if (others.length === 0) reject(error)
      else await Promise.all(group.map((each) => settle([each])))
    }
  }

  async function runAll() {
    isUnderWay = true
    while (waiting.length > 0) await settle(takeGroup())
    isUnderWay = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isUnderWay) void runAll()
    })
}
