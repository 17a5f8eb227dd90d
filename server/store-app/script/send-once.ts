/** After this a form may be sent again: no answer came, or the member stopped it. */
const PATIENCE_MS = 10_000

/** Stops a second press from doing the same thing twice. */
export function sendFormsOnce(page: Document) {
  const sent = new WeakSet<HTMLFormElement>()
  page.addEventListener('submit', (event) => {
    const form = event.target
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== 'post')
      return
    if (sent.has(form)) return event.preventDefault()
    sent.add(form)
    setTimeout(() => sent.delete(form), PATIENCE_MS)
  })
  // A page from the back-forward cache may send its forms again.
  addEventListener('pageshow', () => {
    for (const form of page.forms) sent.delete(form)
  })
}
