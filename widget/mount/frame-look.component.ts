import { within } from 'shadow-dom-testing-library'
import { describe, expect, onTestFinished, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { serveCheckout } from '../test/a-checkout-server.ts'
import { aCheckoutView, cardFrame, field, link, mountCheckout, style } from '../test/a-checkout.ts'

const LOOK = [
  'font-family',
  'font-size',
  'line-height',
  'color',
  'background-color',
  'border-top-color',
  'border-top-left-radius',
  'min-block-size',
]

const lookOf = (element: Element) => {
  const styles = getComputedStyle(element)
  return Object.fromEntries(LOOK.map((name) => [name, styles.getPropertyValue(name)]))
}

/** Opens the form with the real document of the card fields instead of a test's. */
async function openWithCardFields(attributes: Record<string, string> = {}) {
  const view = aCheckoutView({
    payment: { provider: 'test', frameUrl: `${location.origin}/payment-frame` },
  })
  serveCheckout(view)
  const { element } = mountCheckout(view, { attributes })
  // The pointer must rest elsewhere: a field under it has another border.
  await userEvent.hover(document.documentElement, { position: { x: 0, y: 0 } })
  const iframe = await cardFrame()
  await expect.poll(() => iframe.dataset['ready']).toBe('')
  const number = within(iframe.contentDocument!.body).getByLabelText('Card number')
  return { element, iframe, number }
}

const BOOTSTRAP =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"'

describe('checkout page §7 <hosted-checkout>: the card fields look like the page’s own', () => {
  test.each([
    ['as they are', ''],
    ['with a long list of fonts', `--hc-font: ${BOOTSTRAP}`],
    ['with fonts of any name', '--hc-font: "Curlz MT", Grüne, "ＭＳ ゴシック", serif'],
    ['with sizes that grow with the page', '--hc-font-size: 1.8rem; --hc-radius: .5rem'],
    [
      'with lengths that are worked out',
      '--hc-radius: calc(4px * 2); --hc-font-size: clamp(14px, 1vw + 12px, 20px); --hc-field-height: calc(3rem + 24px); --hc-line-height: calc(1 + .75)',
    ],
    [
      'with colours of any notation',
      '--hc-text: color-mix(in oklch, oklch(.3 .1 20), rebeccapurple); --hc-bg: light-dark(oklch(0.9847 0.0163 94.21), oklch(0.2147 0.0263 274.21)); --hc-control-border: hsl(from teal h s calc(l - 5))',
    ],
    ['with an own property of the page', '--brand: 12px; --hc-radius: var(--brand)'],
  ])(
    'the card fields look like the page’s own, %s',
    { tags: ['long'] },
    async (_, declarations) => {
      style(`html { font-size: 62.5%; } hosted-checkout { ${declarations} }`)
      const { number } = await openWithCardFields()
      expect(lookOf(number)).toEqual(lookOf(field('Full name')))
    },
  )
})

describe('checkout page §7 <hosted-checkout>: a page that changes its look is followed', () => {
  const page = document.documentElement
  const said = (iframe: HTMLIFrameElement) => iframe.contentDocument!.documentElement

  async function openAndToggle(css: string) {
    style(`html.other { ${css} } html.other body { background: var(--background, #fff); }`)
    onTestFinished(() => page.classList.remove('other'))
    const opened = await openWithCardFields()
    await expect.poll(() => document.querySelector('hosted-checkout')!.status).toBe('ready')
    page.classList.add('other')
    return opened
  }

  test('the card fields follow another scheme of the page', async () => {
    const { iframe, number } = await openAndToggle('color-scheme: dark; --background: #0f1218')
    await expect.poll(() => said(iframe).style.colorScheme).toBe('dark')
    expect(lookOf(number)).toEqual(lookOf(field('Full name')))
    expect(getComputedStyle(iframe.contentDocument!.body).backgroundColor).toBe('rgb(15, 18, 24)')
  })

  test.each([
    '--hc-text: #402010',
    '--hc-bg: #fff8e8',
    '--hc-control-border: #804020',
    '--hc-radius: 2px',
    '--hc-font: serif',
    '--hc-font-size: 20px',
    '--hc-field-height: 60px',
  ])('the card fields follow the page’s own %s', { tags: ['long'] }, async (declaration) => {
    const { number } = await openAndToggle(declaration)
    await expect.poll(() => lookOf(number)).toEqual(lookOf(field('Full name')))
    expect(JSON.stringify(lookOf(number))).not.toBe('{}')
  })

  test('the card fields follow another accent, which is judged anew', async () => {
    await openAndToggle('--hc-accent: #ffd400')
    const linkColour = () => getComputedStyle(link('Back to Nordic Atelier')!).color
    await expect.poll(linkColour).not.toMatch(/rgb\(255, 212, 0\)|rgb\(31, 79, 216\)/)
  })

  test('the card fields follow another direction around the element', async () => {
    const { iframe } = await openAndToggle('direction: rtl')
    await expect.poll(() => said(iframe).dir).toBe('rtl')
  })

  test('the card fields follow a background that takes its time', async () => {
    const { iframe } = await openAndToggle(
      'color-scheme: dark; --background: rgb(1, 2, 3); & body { transition: background-color 50ms }',
    )
    const background = () => getComputedStyle(iframe.contentDocument!.body).backgroundColor
    await expect.poll(background).toBe('rgb(1, 2, 3)')
  })
})
