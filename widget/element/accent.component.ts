import { describe, expect, onTestFinished, test } from 'vitest'
import { correctAccent } from './accent.ts'
import { tokens } from '../styles/tokens.styles.ts'
import { link, openCheckout, payButton, style } from '../test/a-checkout.ts'

const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!

/** The relative luminance of WCAG 2.2, of the pixel that was painted. */
function luminance(colour: string) {
  canvas.fillStyle = colour
  canvas.fillRect(0, 0, 1, 1)
  const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

function contrast(...colours: [string, string]) {
  const [darker, lighter] = colours.map(luminance).toSorted((one, other) => one - other)
  return (lighter! + 0.05) / (darker! + 0.05)
}

/** A root with the element's tokens, and a way to ask what colours they have there. */
function aRoot(css = '') {
  const host = document.body.appendChild(document.createElement('div'))
  onTestFinished(() => host.remove())
  const root = host.attachShadow({ mode: 'open' })
  const sheets = [tokens, css, ''].map((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    return sheet
  })
  root.adoptedStyleSheets = sheets
  root.append(document.createElement('i'))
  const probe = root.appendChild(document.createElement('b'))
  const colour = (token: string) => {
    probe.style.color = `var(--_hc-${token})`
    return getComputedStyle(probe).color
  }
  return {
    set(properties: Record<string, string>) {
      for (const [name, value] of Object.entries(properties)) host.style.setProperty(name, value)
      correctAccent(root)
    },
    colour,
    contrast: (one: string, other: string) => contrast(colour(one), colour(other)),
  }
}

const HUES = Array.from({ length: 24 }, (_, index) => index * 15)
const LIGHTS = [0, 20, 35, 42, 50, 60, 75, 90, 100]
const COLOURS = [
  ...HUES.flatMap((hue) => LIGHTS.map((light) => `hsl(${hue} 100% ${light}%)`)),
  ...HUES.map((hue) => `hsl(${hue} 40% 50%)`),
  ...HUES.map((hue) => `oklch(0.7 0.1 ${hue})`),
]

describe('checkout page §6: WCAG 1.4.3, whatever accent a merchant’s page sets', () => {
  test.each(['light', 'dark'])(
    'whatever accent is set, links and the button can be read in the %s',
    (scheme) => {
      const root = aRoot()
      const unreadable = COLOURS.filter((accent) => {
        root.set({ 'color-scheme': scheme, '--hc-accent': accent })
        return (
          root.contrast('accent', 'bg') < 4.5 ||
          root.contrast('accent', 'surface') < 4.5 ||
          root.contrast('fill', 'on-accent') < 4.5
        )
      })
      expect(unreadable).toEqual([])
    },
  )

  test.each(['#101820', '#fdf6ea', '#888', '#767676', 'oklch(0.3 0.1 300)'])(
    'whatever accent is set, links can be read on a background of its own, %s',
    { tags: ['long'] },
    (background) => {
      const root = aRoot()
      const unreadable = COLOURS.filter((accent) => {
        root.set({
          background,
          '--hc-bg': background,
          '--hc-surface': background,
          '--hc-accent': accent,
        })
        return root.contrast('accent', 'bg') < 4.5
      })
      expect(unreadable).toEqual([])
    },
  )

  test('the element’s own colours stay as they are', () => {
    const root = aRoot()
    for (const scheme of ['light', 'dark']) {
      root.set({ 'color-scheme': scheme })
      expect(root.colour('accent')).toBe(root.colour('fill'))
    }
  })

  test('a pair of colours that can be read is not replaced', () => {
    const root = aRoot()
    root.set({ '--hc-accent': '#ffd400', '--hc-accent-contrast': '#402000' })
    expect(root.colour('fill')).toBe('rgb(255, 212, 0)')
    expect(root.colour('on-accent')).toBe('rgb(64, 32, 0)')
    expect(root.colour('away')).toBe('rgb(255, 255, 255)')
  })

  test('a pair of colours that cannot be read has another text', () => {
    const root = aRoot()
    root.set({ '--hc-accent': '#ffd400', '--hc-accent-contrast': '#fff' })
    expect(luminance(root.colour('on-accent'))).toBe(0)
    root.set({ '--hc-accent': '#402000', '--hc-accent-contrast': '#000' })
    expect(luminance(root.colour('on-accent'))).toBeCloseTo(1)
    expect(root.colour('away')).toBe('rgb(0, 0, 0)')
  })

  test.each(['rather blue', '222 47% 11%', 'transparent', 'rgb(0 0 255 / 20%)'])(
    'an accent that is no colour to print on, %s, is as if none were set',
    (accent) => {
      const root = aRoot()
      root.set({})
      const own = ['fill', 'accent', 'on-accent'].map(root.colour)
      // The accent is corrected again whenever the page may look another way.
      for (let times = 0; times < 2; times += 1) {
        root.set({ '--hc-accent': accent })
        expect(['fill', 'accent', 'on-accent'].map(root.colour)).toEqual(own)
      }
      root.set({ '--hc-accent': '#a00030' })
      expect(root.colour('fill')).toBe('rgb(160, 0, 48)')
    },
  )
})

describe('checkout page §7 <hosted-checkout>, the accent', () => {
  const styleOf = (element: Element, name: string) =>
    getComputedStyle(element).getPropertyValue(name)

  test('an accent is corrected in the element and in its frame, and again in another scheme', async () => {
    style('hosted-checkout { --hc-accent: #ffd400; }')
    const { element, frame } = await openCheckout()
    expect(styleOf(payButton()!, 'background-color')).toBe('rgb(255, 212, 0)')
    expect(luminance(styleOf(payButton()!, 'color'))).toBe(0)
    expect(contrast(frame.init.tokens['focus']!, '#fff')).toBeGreaterThanOrEqual(4.5)
    const back = styleOf(link('Back to Nordic Atelier')!, 'color')
    expect(contrast(back, '#fff')).toBeGreaterThanOrEqual(4.5)
    element.theme = 'dark'
    await expect.poll(() => frame.heard('theme').at(-1)).toMatchObject({ scheme: 'dark' })
    expect(styleOf(link('Back to Nordic Atelier')!, 'color')).toBe('rgb(255, 212, 0)')
  })

  test('an accent is corrected for what the links stand on, whatever the summary has', async () => {
    style(`body { background: #fff; }
      hosted-checkout { --hc-surface: #222; --hc-text: #767676; --hc-accent: #1f4fd8; }`)
    await openCheckout()
    const back = styleOf(link('Back to Nordic Atelier')!, 'color')
    expect(contrast(back, '#fff')).toBeGreaterThanOrEqual(4.5)
  })

  test('an accent is corrected for a page that is dark around light fields', async () => {
    style('body { background: #333; } hosted-checkout { --hc-accent: #1f4fd8; }')
    await openCheckout()
    const back = styleOf(link('Back to Nordic Atelier')!, 'color')
    expect(contrast(back, '#333')).toBeGreaterThanOrEqual(4.5)
  })

  test('an accent is left alone in a page that tints what is around it', async () => {
    style(`body { background: rgb(0 0 0 / 3%); }
      hosted-checkout { background: rgb(0 0 0 / 3%); --hc-accent: #111; }`)
    const { frame } = await openCheckout()
    expect(styleOf(link('Back to Nordic Atelier')!, 'color')).toBe('rgb(17, 17, 17)')
    expect(luminance(frame.init.tokens['page']!)).toBeCloseTo(luminance('#f0f0f0'), 2)
  })

  test('an accent tints what is chosen, also in fields that the browser fills', async () => {
    style('hosted-checkout { --hc-accent: #a00030; }')
    const { frame } = await openCheckout()
    expect(frame.init.tokens['info-bg']).toBe('color(srgb 0.962745 0.9 0.918824)')
  })
})
