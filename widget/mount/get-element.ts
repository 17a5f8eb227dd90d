/** What has to stand there. */
export function getElement<Found extends HTMLElement>(root: ParentNode, selector: string): Found {
  const found = root.querySelector<Found>(selector)
  if (!found) throw new TypeError(`No ${selector}`)
  return found
}
