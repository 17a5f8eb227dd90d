/** Prints a number to which the page is held. Every run of the tests lists these at its end. */
export const figure = (what: string, found: string) => console.log(`figure: ${what}: ${found}`)

/** For a promise in minutes, which holds on a busy machine, too: returns those since the call. */
export function countMinutes() {
  const startedAt = performance.now()
  return () => (performance.now() - startedAt) / 60_000
}
