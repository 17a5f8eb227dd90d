import { render } from 'lit/html.js'
import { screen, within } from 'shadow-dom-testing-library'
import { describe, expect, onTestFinished } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { CheckoutView } from '../../server/contract/buyer.ts'
import type { HostedCheckoutEventMap } from '../session/checkout-events.ts'
import { afterView } from '../session/checkout-state.ts'
import '../hosted-checkout.ts'
import { keptValues } from '../element/kept-values.ts'
import { languageOf, messageList, ownPageTexts } from '../i18n/catalogues.ts'
import { en } from '../i18n/en.ts'
import { formSheetOf } from '../styles/form-sheet.ts'
import { OWN_PAGE } from '../styles/own-page.styles.ts'
import { view as checkoutView } from '../views/checkout-view.ts'
import { createUi, inZone, withPlurals } from '../views/ui.ts'
import { FRAME_URL, speakAsFrame } from './a-card-frame.ts'
import { CHECKOUT_URL, serveCheckout } from './a-checkout-server.ts'
import { aView } from './a-view.ts'

/** The surfaces on which a buyer meets the checkout. */
export const SURFACES = ['hosted', 'embedded'] as const
export type Surface = (typeof SURFACES)[number]

/**
 * Tests of a promise that both surfaces keep. Those of a merchant's page run in `npm run test:long`
 * alone, since most other tests are of that surface.
 */
export function describeBoth(about: string, tests: (surface: Surface) => void) {
  for (const surface of SURFACES)
    describe(`${about}, ${surface}`, { tags: surface === 'hosted' ? [] : ['long'] }, () => {
      tests(surface)
    })
}

type EventType = keyof HostedCheckoutEventMap
type AnyEvent = HostedCheckoutEventMap[EventType]
type Options = {
  surface?: Surface
  attributes?: Record<string, string>
  /** What the element has before it is ready. */
  fallback?: string
  prevented?: EventType[]
}

const EVENTS: EventType[] = [
  'hc-ready',
  'hc-submit',
  'hc-processing',
  'hc-complete',
  'hc-decline',
  'hc-expired',
  'hc-restarted',
  'hc-unavailable',
  'hc-cancel',
  'hc-error',
]

export const aCheckoutView = (over: Partial<CheckoutView> = {}) =>
  aView({
    cancelUrl: 'https://shop.example/basket',
    payment: { provider: 'test', frameUrl: FRAME_URL },
    ...over,
  })

/** Adds a sheet to the page itself, until the test ends. */
export function style(css: string) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
  onTestFinished(() => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
  })
}

/** Paints our own page: what the server writes around the element and into it. */
function paint(element: HTMLElement, view: CheckoutView) {
  const messages = messageList(en)
  const page = { language: 'en-US', messages: messages as never, hosted: true }
  const ui = withPlurals(createUi({ ...page, ...inZone(page.language, 'UTC') }))
  const box = document.createElement('div')
  const painted = document.createElement('script')
  render(checkoutView(afterView({ type: 'loading' }, view), ui), box)
  element.setAttribute('ssr', '')
  element.innerHTML = box.innerHTML.replaceAll(/<!--.*?-->/g, '')
  painted.type = 'application/json'
  painted.dataset['checkout'] = ''
  painted.textContent = JSON.stringify({
    view,
    messages: messageList(ownPageTexts(languageOf('en'))),
  })
  document.body.append(painted)
  onTestFinished(() => painted.remove())
  style(OWN_PAGE[formSheetOf(view, ui)])
}

/** Records in order all events that the element sends to the page around it. */
function record(prevented: EventType[] = []) {
  const listening = new AbortController()
  const emitted: AnyEvent[] = []
  for (const type of EVENTS) {
    document.addEventListener(
      type,
      (event) => {
        emitted.push(event as AnyEvent)
        if (prevented.includes(type)) event.preventDefault()
      },
      { signal: listening.signal },
    )
  }
  onTestFinished(() => listening.abort())
  return emitted
}

/**
 * Puts the element into a page, as the page's author writes it. A test first calls `serveCheckout`.
 */
export function mountCheckout(view: CheckoutView, options: Options = {}) {
  const { surface = 'embedded', attributes = {}, fallback = '', prevented } = options
  const emitted = record(prevented)
  const element = document.createElement('hosted-checkout')
  const { title } = document
  element.innerHTML = fallback
  for (const [name, value] of Object.entries({
    session: view.id,
    'checkout-url': CHECKOUT_URL,
    ...attributes,
  }))
    element.setAttribute(name, value)
  if (surface === 'hosted') paint(element, view)
  document.documentElement.lang = 'en-US'
  document.body.append(element)
  onTestFinished(() => {
    element.remove()
    keptValues.clear()
    sessionStorage.clear()
    localStorage.clear()
    document.title = title
  })
  return {
    element,
    emitted: (type?: EventType) => emitted.filter((one) => !type || one.type === type),
  }
}

/** Waits for the second file: it begins by listening to the session. */
export async function expectOutcomes(server: ReturnType<typeof serveCheckout>) {
  await expect.poll(() => server.asked('events')).not.toEqual([])
}

/** Opens a checkout that can be paid: served, mounted, and met by its payment frame. */
export async function openCheckout({
  view = aCheckoutView(),
  ...options
}: Options & { view?: CheckoutView } = {}) {
  const server = serveCheckout(view)
  const mounted = mountCheckout(view, options)
  const frame = await speakAsFrame(await cardFrame())
  await expectOutcomes(server)
  return { server, view, ...mounted, frame }
}

export const heading = (name: string | RegExp) => screen.queryByShadowRole('heading', { name })
export const link = (name: string | RegExp) => screen.queryByShadowRole('link', { name })
export const button = (name: string | RegExp) => screen.queryByShadowRole('button', { name })

/**
 * The elements that say this text themselves. Names and amounts in it stand in elements of their
 * own.
 */
export function text(wanted: string | RegExp) {
  const isOwn = (node: Node) => node instanceof Text || (node as Element).localName === 'bdi'
  const shows = (element: Element) => {
    const own = [...element.childNodes].filter(isOwn).map((node) => node.textContent)
    const said = own.join('').replaceAll(/\s+/g, ' ').trim()
    return typeof wanted === 'string' ? said === wanted : wanted.test(said)
  }
  return screen.queryAllByShadowText(
    (_, element) => element !== null && shows(element) && ![...element.children].some(shows),
  )
}
/** The same, without what only a screen reader says. */
export const seen = (wanted: string | RegExp) =>
  text(wanted).filter((element) => !element.closest('.hidden'))

export const payButton = () => button(/^(Processing…$|Pay \S*\d)/)
export const status = () => screen.getByShadowRole('status')
export const field = (label: string | RegExp) =>
  screen.getByShadowLabelText<HTMLInputElement>(label)
export const alert = () => screen.queryByShadowRole('alert')

/** The element that has the focus, in whichever tree. */
export function focused(root: DocumentOrShadowRoot = document): Element | null {
  const { activeElement } = root
  return activeElement?.shadowRoot?.activeElement
    ? focused(activeElement.shadowRoot)
    : activeElement
}

export async function cardFrame(element: HTMLElement = document.body) {
  await expect
    .poll(() => within(element).queryByShadowTitle('Card details'))
    .toBeInstanceOf(HTMLIFrameElement)
  return within(element).getByShadowTitle<HTMLIFrameElement>('Card details')
}

/** Types a value at once. The focus stays in the field, which the buyer has not left. */
export function fill(control: HTMLInputElement | HTMLTextAreaElement, value: string) {
  control.focus()
  control.value = value
  control.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }))
}

export function press(control: HTMLElement) {
  control.focus()
  control.click()
}

export function fillBuyer() {
  fill(field('Full name'), 'Ana Example')
  fill(field('Phone'), '+34 600 123 456')
  fill(field('Delivery address'), 'Calle Mayor 1, 28013 Madrid')
}

/** Types through the browser, for tests about typing and leaving a field. */
export async function typeBuyer() {
  await userEvent.fill(field('Full name'), 'Ana Example')
  await userEvent.fill(field('Phone'), '+34 600 123 456')
  await userEvent.fill(field('Delivery address'), 'Calle Mayor 1, 28013 Madrid')
}

export const pressPay = () => press(payButton()!)

export function pay() {
  fillBuyer()
  pressPay()
}

export async function expectReceipt() {
  await expect.poll(() => heading('Payment received')).toBeVisible()
}

export function topsOfReceipt() {
  const parts = [...heading('Payment received')!.closest('section')!.querySelectorAll('*')]
  return () => parts.map((part) => part.getBoundingClientRect().top)
}

export async function expectForm() {
  await expect.poll(payButton).toBeVisible()
}
