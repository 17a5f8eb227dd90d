import { render } from 'lit/html.js'

/** What was written last, which a translating browser may have put into other words since. */
const written = new WeakMap<Element, string>()

/**
 * Only what changes: WebKit takes a press for no click when the text under it is another one by the
 * time it ends, and leaving a field draws in between. In new nodes: Lit would write into those that
 * it has made, and a translating browser has put others in their place.
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
