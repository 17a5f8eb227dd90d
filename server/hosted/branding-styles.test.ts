import { describe, expect, test } from 'vitest'
import { OUR_LOOK } from '../checkout/stores/branding.ts'
import { brandingStyles } from './branding-styles.ts'

const STEPS = ['00', '22', '44', '66', '77', '88', '99', 'aa', 'cc', 'ee', 'ff']

/** All over the cube of colours. */
const COLOURS = STEPS.flatMap((red) =>
  STEPS.flatMap((green) => STEPS.map((blue) => `#${red}${green}${blue}`)),
)

/** WCAG 2.2, relative luminance, as it is written there. */
function luminance(hex: string) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

function contrast(...colours: [string, string]) {
  const [darker, lighter] = colours.map(luminance).toSorted((one, other) => one - other)
  return (lighter! + 0.05) / (darker! + 0.05)
}

const lookOf = (accent: string) => {
  const sheet = brandingStyles({ ...OUR_LOOK, accent })
  const tokens = Object.fromEntries(
    [...sheet.matchAll(/--_hc-([\w-]+):([^;}]+)/g)].map(([, name, value]) => [name!, value!]),
  )
  const [light, dark] = tokens['accent']!.slice('light-dark('.length, -1).split(',')
  const white = { '#fff': '#ffffff', '#000': '#000000' }[tokens['on-accent']!]!
  return { fill: tokens['fill']!, text: white, away: tokens['away'], light: light!, dark: dark! }
}

describe('checkout page §6: WCAG 1.4.3, whatever accent a store chooses', () => {
  test('with any accent links can be read on a light page and its summary', () => {
    const unreadable = COLOURS.filter((accent) => {
      const { light } = lookOf(accent)
      return contrast(light, '#ffffff') < 4.5 || contrast(light, '#f6f7f9') < 4.5
    })
    expect(unreadable).toEqual([])
  })

  test('with any accent links can be read on a dark page', () => {
    const unreadable = COLOURS.filter((accent) => {
      const { dark } = lookOf(accent)
      return contrast(dark, '#0f1218') < 4.5 || contrast(dark, '#181c25') < 4.5
    })
    expect(unreadable).toEqual([])
  })

  test('the button has the accent as it was chosen, and text that can be read on it', () => {
    const looks = COLOURS.map((accent) => ({ accent, ...lookOf(accent) }))
    expect(looks.filter(({ accent, fill }) => fill !== accent)).toEqual([])
    expect(looks.filter(({ fill, text }) => contrast(fill, text) < 4.5)).toEqual([])
    expect(
      looks.filter(({ text, away }) => away === (text === '#ffffff' ? '#fff' : '#000')),
    ).toEqual([])
  })

  test('an accent that can be read everywhere stays as it is', () => {
    expect(lookOf('#1f4fd8').light).toBe('#1f4fd8')
    expect(lookOf('#8fb0ff').dark).toBe('#8fb0ff')
  })
})

test('decision 78: a sheet says what is not ours alone, in sizes that grow with the text', () => {
  expect(brandingStyles({ accent: null, radius: 0, fontSize: 18 })).toBe(
    ':root{--hc-radius:0px;--hc-font-size:1.125rem}',
  )
})
