import { type Branding, OUR_LOOK } from '../checkout/branding.ts'
import { readableOn, takesWhiteText } from '../checkout/readable-colors.ts'
import { DARK, LIGHT } from '../../widget/styles/tokens.styles.ts'

/**
 * The button has the colour as it was chosen, with text that can be read on it; links and borders
 * have what can be read on a light page and on a dark one.
 */
function accentTokens(accent: string) {
  const light = readableOn(accent, [LIGHT.bg, LIGHT.surface])
  const dark = readableOn(accent, [DARK.bg, DARK.surface])
  const [text, away] = takesWhiteText(accent) ? ['#fff', '#000'] : ['#000', '#fff']
  return {
    '--_hc-fill': accent,
    '--_hc-on-accent': text,
    '--_hc-away': away,
    '--_hc-accent': `light-dark(${light},${dark})`,
  }
}

/** Behind the sheet of all pages. Sizes grow with the size of text that the browser is set to. */
export function brandingStyles({ accent, radius, fontSize }: Branding) {
  const tokens = {
    ...(radius !== OUR_LOOK.radius && { '--hc-radius': `${radius}px` }),
    ...(fontSize !== OUR_LOOK.fontSize && { '--hc-font-size': `${fontSize / 16}rem` }),
    ...(accent !== null && accentTokens(accent)),
  }
  return `:root{${Object.entries(tokens)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}`
}
