import { render } from 'lit/html.js'

/** What was written last. A translating browser may have changed those words since. */
const written = new WeakMap<Element, string>()

/**
 * Writes only what changes. WebKit does not count a press as a click when the text under it is
 * replaced before it ends, and leaving a field draws during a press. The nodes are new, because a
 * translating browser may have replaced those that Lit would write into.
 */
export function write(element: Element | null, view: unknown) {
  if (!element) return
  const fresh = document.createElement('div')
  render(view, fresh)
  const text = fresh.textContent
  if ((written.get(element) ?? element.textContent) === text) return
  written.set(element, text)
  element.replaceChildren(...fresh.childNodes)
}
