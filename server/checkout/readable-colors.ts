/** WCAG 2.2, 1.4.3: of text and what it stands on. */
const AA = 4.5

/** What is made readable goes a little further: it is rounded to a colour of 24 bits. */
const ENOUGH = 4.55

/** The red, green and blue light of a colour, each of 0 to 1. */
type Light = [number, number, number]

function lightOf(hex: string): Light {
  const digits = hex.length === 4 ? hex.replaceAll(/[^#]/g, '$&$&') : hex
  const value = Number.parseInt(digits.slice(1), 16)
  const channel = (shift: number) => {
    const part = ((value >> shift) & 255) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }
  return [channel(16), channel(8), channel(0)]
}

function hexOf(light: Light) {
  const channels = light.map((part) => {
    const encoded = part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${channels.join('')}`
}

const luminance = ([red, green, blue]: Light) => 0.2126 * red + 0.7152 * green + 0.0722 * blue

const contrast = (one: number, other: number) =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)

const times = (light: Light, share: number) => light.map((part) => part * share) as Light

/** As much more of its own light as there can be, so that it keeps its hue, then white. */
function lighten(light: Light, goal: number): Light {
  const most = Math.max(...light)
  const own = most === 0 ? light : times(light, Math.min(goal / luminance(light), 1 / most))
  const white = (goal - luminance(own)) / (1 - luminance(own))
  return own.map((part) => part + white * (1 - part)) as Light
}

/**
 * A colour, as much darker or lighter as can be read on those grounds, each `#rrggbb`. Light adds up,
 * so it is known how much black or white it takes: as in `widget/mount/accent.ts`.
 */
export function readableOn(accent: string, grounds: string[]) {
  const corrected = grounds.reduce((light, hex) => {
    const ground = luminance(lightOf(hex)) + 0.05
    const now = luminance(light)
    if (contrast(now, ground - 0.05) >= AA) return light
    return ground > 0.229
      ? times(light, (ground / ENOUGH - 0.05) / now)
      : lighten(light, ground * ENOUGH - 0.05)
  }, lightOf(accent))
  return hexOf(corrected)
}

/** Whether white text can be read on a colour, `#rrggbb`; black can where white cannot. */
export const takesWhiteText = (hex: string) => contrast(luminance(lightOf(hex)), 1) >= AA
