export type Recent<Value> = ReturnType<typeof createRecent<Value>>

/**
 * Values by name: at most `max`, and at least the half of them that was put last.
 *
 * Two maps, because one that gives up its oldest name each time walks over all that were deleted
 * before it.
 */
export function createRecent<Value>(max: number) {
  let newer = new Map<string, Value>()
  let older = new Map<string, Value>()
  return {
    find: (name: string) => newer.get(name) ?? older.get(name),
    /** Makes the name one of the newest. */
    put(name: string, value: Value) {
      newer.set(name, value)
      if (newer.size < max / 2) return
      older = newer
      newer = new Map()
    },
    forget(name: string) {
      newer.delete(name)
      older.delete(name)
    },
  }
}
