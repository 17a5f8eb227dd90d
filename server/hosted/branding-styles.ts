import { type Branding, OUR_LOOK } from '../checkout/stores/branding.ts'
import { readableOn, takesWhiteText } from '../checkout/stores/readable-colors.ts'
import { DARK, LIGHT } from '../../widget/styles/tokens.styles.ts'

/**
 * The button keeps the chosen color and gets readable text. Links and borders get shades that can
 * be read on light and dark pages.
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

/** Follows the sheet of all pages. Sizes grow with the browser's text size. */
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
