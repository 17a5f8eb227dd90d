/**
 * Loads with the first call, so that it costs nothing before. The call after one that failed tries
 * again.
 */
export function loadOnce<Loaded>(load: () => Promise<Loaded>) {
  let loading: Promise<Loaded> | undefined
  return async () => {
    loading ??= load()
    try {
      return await loading
    } catch (error) {
      loading = undefined
      throw error
    }
  }
}
