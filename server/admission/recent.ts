export type Recent<Value> = ReturnType<typeof createRecent<Value>>

/** Values by their names, at most `max`: the one that was put there before all others gives way. */
export function createRecent<Value>(max: number) {
  const values = new Map<string, Value>()
  return {
    find: (name: string) => values.get(name),
    /** The name is the newest from now on. */
    put(name: string, value: Value) {
      values.delete(name)
      values.set(name, value)
      const [oldest] = values.keys()
      if (values.size > max && oldest !== undefined) values.delete(oldest)
    },
    forget: (name: string) => values.delete(name),
  }
}
