export type Recent<Value> = ReturnType<typeof createRecent<Value>>

/** Values by name, at most `max`: the oldest one makes room. */
export function createRecent<Value>(max: number) {
  const values = new Map<string, Value>()
  return {
    find: (name: string) => values.get(name),
    /** Makes the name the newest. */
    put(name: string, value: Value) {
      values.delete(name)
      values.set(name, value)
      const [oldest] = values.keys()
      if (values.size > max && oldest !== undefined) values.delete(oldest)
    },
    forget: (name: string) => values.delete(name),
  }
}
