import type { Place } from '../fixtures.ts'

/** A browser of some engine, with tabs that share what it remembers. */
export type Engine = {
  /** The engine's own name and version. */
  name: string
  /** Where Back shows the page as it was left, instead of loading it anew: once paid, and before. */
  keeps: { paid: Place[]; open: Place[] }
  /** Whether a page may take the focus into a frame of another origin before the buyer was there. */
  entersFrames: boolean
  openTab(): Promise<Tab>
  close(): Promise<void>
}

/** What a buyer does and sees in one tab; fields by their names in the page. */
export type Tab = {
  open(address: string): Promise<void>
  reload(): Promise<void>
  /** To another page and Back; whether this one is as it was left. */
  leaveAndReturn(elsewhere: string, meanwhile?: () => Promise<unknown>): Promise<boolean>
  /** Into an empty field of our own page. */
  type(field: string, text: string): Promise<void>
  /** In the card's frame, instead of what is there. */
  typeInCard(field: CardField, text: string): Promise<void>
  readCard(field: CardField): Promise<string>
  /** By the mouse; the first one that is seen. */
  click(selector: string): Promise<void>
  /** Presses Pay at this time of the clock, whichever tab is in front by then. */
  payAt(timeMs: number): Promise<void>
  /** Keys as a hand presses them, one after the other: those of `KEYS`, or text. */
  press(...keys: string[]): Promise<void>
  /** Until the bank asks: from then on Tab leads to its buttons. */
  awaitBank(): Promise<void>
  /** Presses the button of the bank's page in the dialog. */
  answerBank(outcome: 'complete' | 'fail'): Promise<void>
  /** All that the checkout says, as it is seen. */
  text(): Promise<string>
  /** Until the checkout has that, and it is seen. */
  awaitSeen(selector: string): Promise<void>
  /** All of a page of this width in pixels, as PNG. */
  picture(width: number): Promise<Uint8Array>
  /** What has the focus: its id, its element and what it says, or a field of the card's frame. */
  focused(): Promise<string>
  close(): Promise<void>
}

/** What the buyer's system prefers. */
export type ColorScheme = 'light' | 'dark'

export type CardField = 'number' | 'exp' | 'cvc'

/** The buttons of the test bank's page. */
export const BANK_BUTTONS = { complete: '[value=complete]', fail: '[value=fail]' }

export const CARD_FRAME = 'iframe: Card details'

/** `readCardFocus`'s answer as `Tab.focused` gives it; the frame may have the focus, and no field. */
export const cardFocus = (field: string) => `card: ${field}`

/** Keys that are no text. */
export const KEYS = ['Tab', 'Shift+Tab', 'Enter', 'Escape', 'Control+a'] as const

// These run in the page, each for itself: our own page has the checkout in its document, a
// merchant's in the element's shadow root.

declare global {
  interface Window {
    /** Gone where the page is loaded anew. */
    isAsLeft?: boolean
  }
}

export function readText() {
  const inside = document.querySelector('hosted-checkout')?.shadowRoot?.children ?? []
  const parts = [document.body, ...inside]
  return parts.map((part) => (part instanceof HTMLElement ? part.innerText : '')).join('\n')
}

export function readFocus() {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  if (!active || active === document.body) return ''
  const named = active.querySelector(`#${active.getAttribute('aria-labelledby')}`) ?? active
  const words = (active as HTMLIFrameElement).title || named.textContent.trim()
  return active.id || `${active.localName}: ${words}`
}

export const readCardFocus = () => document.activeElement?.id ?? ''

/** The first one that is seen. */
export function findSeen(selector: string) {
  const element = document.querySelector('hosted-checkout')
  const all = (element?.shadowRoot ?? element)?.querySelectorAll(selector) ?? []
  return [...all].find((one) => one.checkVisibility()) ?? null
}

export function pressPayAt(timeMs: number) {
  const element = document.querySelector('hosted-checkout')
  const button = (element?.shadowRoot ?? element)?.querySelector<HTMLElement>('[data-pay]')
  setTimeout(() => button?.click(), timeMs - Date.now())
}

export function markAsLeft() {
  window.isAsLeft = true
  return location.href
}

/** Undefined until the page at that address is there again. */
export function readReturn(address: string) {
  if (location.href !== address || document.readyState !== 'complete') return undefined
  return window.isAsLeft ? 'as left' : 'anew'
}
