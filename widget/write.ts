/**
 * Only what changes: WebKit takes a press for no click when the text under it is another one by the
 * time it ends, and leaving a field draws in between.
 */
export function write(element: Element | null, text: string) {
  if (element && element.textContent !== text) element.textContent = text
}
