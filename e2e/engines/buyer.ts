import type { Surface } from '../fixtures.ts'

/** A browser of some engine. Its tabs share what it remembers. */
export type Engine = {
  /** The engine's own name and version. */
  name: string
  /**
   * On which surfaces Back shows the page as it was left, instead of loading it: once it is paid,
   * and before.
   */
  keeps: { paid: Surface[]; open: Surface[] }
  /**
   * Whether a page may move the focus into a frame of another origin before the buyer was in it.
   */
  entersFrames: boolean
  /** What its driver can press with. */
  pointers: Pointer[]
  openTab(): Promise<Tab>
  close(): Promise<void>
}

export type Pointer = 'mouse' | 'touch'

/** What a buyer does and sees in one tab. Fields are found by their names in the page. */
export type Tab = {
  open(address: string): Promise<void>
  reload(): Promise<void>
  /** Goes to another page and Back. Answers whether this page is as it was left. */
  leaveAndReturn(elsewhere: string, meanwhile?: () => Promise<unknown>): Promise<boolean>
  /** Types into an empty field of our own page. */
  type(field: string, text: string): Promise<void>
  /** Types into a field of the card's frame, instead of what is there. */
  typeInCard(field: CardField, text: string): Promise<void>
  readCard(field: CardField): Promise<string>
  /** Clicks with the mouse on the first element that is seen. */
  click(selector: string): Promise<void>
  /**
   * Presses until the page has drawn what the press does. `part` is from the top of the element.
   * Answers whether it was still there when the press began.
   */
  hold(selector: string, part: number, by: Pointer): Promise<boolean>
  /** Presses Pay at this time of the clock, even if another tab is in front by then. */
  payAt(timeMs: number): Promise<void>
  /** Presses keys one after the other, as a hand does. Each is one of `KEYS`, or text. */
  press(...keys: string[]): Promise<void>
  /** Waits until the bank asks. From then on Tab leads to its buttons. */
  awaitBank(): Promise<void>
  /** Presses the button of the bank's page in the dialog. */
  answerBank(outcome: 'complete' | 'fail'): Promise<void>
  /** Everything that the checkout says, as it is seen. */
  text(): Promise<string>
  /** Where each part of the receipt begins, and for how long the page is there. */
  receipt(): Promise<Receipt>
  /** Waits until the checkout has this element, and it is seen. */
  awaitSeen(selector: string): Promise<void>
  /** A picture of the whole page at this width in pixels, as PNG. */
  picture(width: number): Promise<Uint8Array>
  /** What has the focus: an element with its id and its words, or a field of the card's frame. */
  focused(): Promise<string>
  close(): Promise<void>
}

export type Receipt = { tops: number[]; ageMs: number }

/** The colour scheme that the buyer's system prefers. */
export type ColorScheme = 'light' | 'dark'

export type CardField = 'number' | 'exp' | 'cvc'

/** The test bank's page says how high it is. Until then its buttons may move. */
export const BANK_FRAME = 'dialog iframe:not([height="544"])'

/** The buttons of the test bank's page. */
export const BANK_BUTTONS = { complete: '[value=complete]', fail: '[value=fail]' }

export const CARD_FRAME = 'iframe: Card details'

/**
 * The answer of `readCardFocus` as `Tab.focused` gives it. The frame may have the focus without a
 * field.
 */
export const cardFocus = (field: string) => `card: ${field}`

/** Keys that are not text. */
export const KEYS = ['Tab', 'Shift+Tab', 'Enter', 'Escape', 'Control+a'] as const

// Each of these functions runs in the page by itself. The checkout is in the document of our own
// page, and in the element's shadow root in a merchant's page.

declare global {
  interface Window {
    /** Gone when the page is loaded anew. */
    isAsLeft?: boolean
    isPressed?: boolean
  }
}

export function readText() {
  const inside = document.querySelector('hosted-checkout')?.shadowRoot?.children ?? []
  const parts = [document.body, ...inside]
  return parts.map((part) => (part instanceof HTMLElement ? part.innerText : '')).join('\n')
}

export function readReceipt(): Receipt {
  const root = document.querySelector('hosted-checkout')?.shadowRoot ?? document
  const parts = [...root.querySelectorAll('.header, [part=receipt] *')]
  return {
    tops: parts.map((part) => part.getBoundingClientRect().top),
    ageMs: performance.now(),
  }
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

/**
 * The first one that is seen. The page of a buy link has no element. Card fields that came too late
 * for the page, which a busy machine is slow enough for, are asked for again, as a buyer would.
 */
export function findSeen(selector: string) {
  const element = document.querySelector('hosted-checkout') ?? document
  const root = ('shadowRoot' in element && element.shadowRoot) || element
  root.querySelector<HTMLElement>('[data-reload]')?.click()
  return [...root.querySelectorAll(selector)].find((one) => one.checkVisibility()) ?? null
}

/** Scrolls to the element, and answers the point in its middle that is so far from its top. */
export function pointIn(element: Element, part: number) {
  element.scrollIntoView({ block: 'center' })
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: Math.round(left + width / 2), y: Math.round(top + height * part) }
}

/** Notes whether the next press begins on this element. */
export function awaitPress(element: Element) {
  window.isPressed = false
  const note = (event: Event) => (window.isPressed = event.composedPath().includes(element))
  addEventListener('pointerdown', note, { capture: true, once: true })
}

export const readPressed = () => window.isPressed === true

/** The picture that is seen lags one behind the page. */
export const drawTwice = (done: () => void) =>
  requestAnimationFrame(() => requestAnimationFrame(done))

export function pressPayAt(timeMs: number) {
  const element = document.querySelector('hosted-checkout')
  const button = (element?.shadowRoot ?? element)?.querySelector<HTMLElement>('[data-pay]')
  setTimeout(() => button?.click(), timeMs - Date.now())
}

export function markAsLeft() {
  window.isAsLeft = true
  return location.href
}

/** `undefined` until the page at that address is there again. */
export function readReturn(address: string) {
  if (location.href !== address || document.readyState !== 'complete') return undefined
  return window.isAsLeft ? 'as left' : 'anew'
}
