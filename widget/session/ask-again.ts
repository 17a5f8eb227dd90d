/**
 * Asks, and asks again when the page comes back from the back/forward cache before the answer:
 * Firefox drops what is on its way when the buyer leaves, and that never settles.
 */
export function askAgainWhenRestored<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  // Firefox keeps no page of our own, since they are `no-store`.
  if (HOSTED_CHECKOUT_SURFACE === 'hosted') return ask()
  return new Promise((resolve, reject) => {
    const over = new AbortController()
    const begin = () => {
      void ask()
        .then(resolve, reject)
        .finally(() => over.abort())
    }
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && begin()
    addEventListener('pageshow', onShow, over)
    begin()
  })
}
