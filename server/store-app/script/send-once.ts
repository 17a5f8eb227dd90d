/**
 * After this a form may be sent again: its sender has waited for the answer long enough, or has
 * stopped the browser.
 */
const PATIENCE_MS = 10_000

/** A form that is being sent is not sent again: a second press would do the same thing twice. */
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
  // A page that comes back from the browser's memory, with its forms as they were, may send them
  // again.
  addEventListener('pageshow', () => {
    for (const form of page.forms) sent.delete(form)
  })
}
