/** Finds an element that has to be there. */
export function getElement<Found extends HTMLElement>(root: ParentNode, selector: string): Found {
  const found = root.querySelector<Found>(selector)
  if (!found) throw new TypeError(`No ${selector}`)
  return found
}
