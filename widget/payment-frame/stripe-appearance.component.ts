import { describe, expect, onTestFinished, test } from 'vitest'
import { stripeAppearance } from './stripe-appearance.ts'

const { style } = document.documentElement

function setToken(name: string, value: string) {
  style.setProperty(name, value)
  onTestFinished(() => void style.removeProperty(name))
}

describe('checkout page §7 the card fields of Stripe look like the page', () => {
  test.each([
    ['#a00030', 'rgb(160, 0, 48)'],
    ['light-dark(#a00030, #fff)', 'rgb(160, 0, 48)'],
    ['color(xyz-d65 0.18048 0.07219 0.95053)', 'rgb(0, 0, 255)'],
    ['oklch(1 0 0)', 'rgb(255, 255, 255)'],
    ['color(display-p3 0 1 0)', /^rgb\(0, 255, \d+\)$/],
  ])('the colour %s is told as Stripe knows colours', (token, sent) => {
    setToken('--_hc-focus', token)
    const { colorPrimary } = stripeAppearance({ scheme: 'light' }).variables
    expect(colorPrimary).toMatch(sent)
  })
})
