import type { Appearance } from './messages.ts'

/**
 * The tokens that draw the card fields, each under a property that can hold its value: what the
 * property does not accept becomes empty.
 */
const FRAME_TOKENS = {
  backgroundColor: ['bg', 'info-bg'],
  color: ['text', 'muted', 'line', 'control', 'focus', 'danger', 'success'],
  borderRadius: ['radius', 'field'],
} as const

export const prefersDark = () => matchMedia('(prefers-color-scheme: dark)')

/**
 * The colour behind the frame. The frame has to paint it itself, because the contrast in a
 * transparent frame cannot be judged. A tint shows what is behind it, too.
 */
export function backgroundOf(element: Element | null): string {
  if (!element) return 'Canvas'
  const { backgroundColor } = getComputedStyle(element)
  const [, tint, share] = /^rgba\((.+), (.+)\)/.exec(backgroundColor) ?? []
  if (!tint) return backgroundColor
  const parent = element.parentNode
  const behind = backgroundOf(parent instanceof ShadowRoot ? parent.host : element.parentElement)
  return Number(share) ? `color-mix(in srgb,rgb(${tint}) calc(${share}*100%),${behind})` : behind
}

/**
 * How the page looks here, for the payment frame to look the same. The scheme is the one in use,
 * which may differ from the system's. Every token is computed here, because its units and names
 * have their meaning here.
 */
export function appearanceOf(element: Element, lang: string): Appearance {
  const style = getComputedStyle(element)
  const { colorScheme } = style
  const dark =
    colorScheme.includes('dark') && (!colorScheme.includes('light') || prefersDark().matches)
  const tokens: Record<string, string> = {
    page: backgroundOf(element),
    font: style.fontFamily,
    size: style.fontSize,
    leading: style.lineHeight,
  }
  const probe = element.appendChild(document.createElement('i'))
  for (const [property, names] of Object.entries(FRAME_TOKENS))
    for (const name of names) {
      probe.style[property as 'color'] = `var(--_hc-${name})`
      tokens[name] = getComputedStyle(probe)[property as 'color']
    }
  probe.remove()
  return {
    lang,
    dir: style.direction === 'rtl' ? 'rtl' : 'ltr',
    scheme: dark ? 'dark' : 'light',
    tokens,
  }
}
