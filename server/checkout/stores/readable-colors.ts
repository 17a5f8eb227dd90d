/** The contrast of text with its background (WCAG 2.2, 1.4.3). */
const AA = 4.5

/** A corrected colour goes a little further, because it is rounded to 24 bits. */
const ENOUGH = 4.55

/** The red, green and blue light of a colour, each 0 to 1. */
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

/** Adds light of its own hue as far as possible, then white. */
function lighten(light: Light, goal: number): Light {
  const most = Math.max(...light)
  const own = most === 0 ? light : times(light, Math.min(goal / luminance(light), 1 / most))
  const white = (goal - luminance(own)) / (1 - luminance(own))
  return own.map((part) => part + white * (1 - part)) as Light
}

/**
 * The colour, made just so much darker or lighter that it can be read on these backgrounds, all
 * `#rrggbb`. Light adds up, so the missing black or white can be computed, as in
 * `widget/element/accent.ts`.
 */
export function readableOn(accent: string, backgrounds: string[]) {
  const corrected = backgrounds.reduce((light, hex) => {
    const background = luminance(lightOf(hex)) + 0.05
    const now = luminance(light)
    if (contrast(now, background - 0.05) >= AA) return light
    return background > 0.229
      ? times(light, (background / ENOUGH - 0.05) / now)
      : lighten(light, background * ENOUGH - 0.05)
  }, lightOf(accent))
  return hexOf(corrected)
}

/** Whether white text can be read on a colour, `#rrggbb`. If not, black text can. */
export const takesWhiteText = (hex: string) => contrast(luminance(lightOf(hex)), 1) >= AA
