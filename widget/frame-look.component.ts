import { within } from 'shadow-dom-testing-library'
import { describe, expect, test } from 'vitest'
import { serveCheckout } from './test/a-checkout-server.ts'
import { aCheckoutView, cardFrame, field, mountCheckout, style } from './test/a-checkout.ts'

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

/** The card fields’ own document in the form, not a test’s. */
async function openWithCardFields(attributes: Record<string, string> = {}) {
  const view = aCheckoutView({
    payment: { provider: 'test', frameUrl: `${location.origin}/payment-frame` },
  })
  serveCheckout(view)
  const { element } = mountCheckout(view, { attributes })
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
  ])('%s', async (_, declarations) => {
    style(`html { font-size: 62.5%; } hosted-checkout { ${declarations} }`)
    const { number } = await openWithCardFields()
    expect(lookOf(number)).toEqual(lookOf(field('Full name')))
  })
})
