/** A browser of some engine, with tabs that share what it remembers. */
export type Engine = {
  /** The engine's own name and version. */
  name: string
  openTab(): Promise<Tab>
  close(): Promise<void>
}

/** What a buyer does and sees in one tab; fields by their names in the page. */
export type Tab = {
  open(address: string): Promise<void>
  reload(): Promise<void>
  back(): Promise<void>
  /** Into an empty field of our own page. */
  type(field: string, text: string): Promise<void>
  /** In the card's frame, instead of what is there. */
  typeInCard(field: CardField, text: string): Promise<void>
  /** By the mouse; the first one that is seen. */
  click(selector: string): Promise<void>
  /** Keys as a hand presses them, one after the other: `Tab`, `Enter`, or text. */
  press(...keys: string[]): Promise<void>
  /** Presses the button of the bank's page in the dialog. */
  answerBank(outcome: 'complete' | 'fail'): Promise<void>
  /** All that the checkout says, as it is seen. */
  text(): Promise<string>
  /** A picture of what is seen, as PNG. */
  picture(): Promise<Uint8Array>
  /** What has the focus: its id, or the name of its element. */
  focused(): Promise<string>
  close(): Promise<void>
}

export type CardField = 'number' | 'exp' | 'cvc'

/** The buttons of the test bank's page, in their order. */
export const BANK_BUTTONS = { complete: 0, fail: 1 }

// These run in the page, each for itself: our own page has the checkout in its document, a
// merchant's in the element's shadow root.

export function readText() {
  const element = document.querySelector('hosted-checkout')
  const parts = [...((element?.shadowRoot ?? element)?.children ?? [])]
  return parts.map((part) => (part instanceof HTMLElement ? part.innerText : '')).join('\n')
}

export function readFocus() {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  return active ? active.id || active.localName : ''
}

/** The first one that is seen. */
export function findSeen(selector: string) {
  const element = document.querySelector('hosted-checkout')
  const all = (element?.shadowRoot ?? element)?.querySelectorAll(selector) ?? []
  return [...all].find((one) => one.checkVisibility()) ?? null
}
