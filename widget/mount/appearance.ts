import type { Appearance } from '../payment-frame/messages.ts'

/** What the card fields are drawn with, by a property that can have it: what is none becomes nothing. */
const FRAME_TOKENS = {
  backgroundColor: ['bg', 'info-bg'],
  color: ['text', 'muted', 'line', 'control', 'focus', 'danger', 'success'],
  borderRadius: ['radius', 'field'],
} as const

export const prefersDark = () => matchMedia('(prefers-color-scheme: dark)')

/**
 * What shows behind the frame, which has to paint it itself: a frame that stays clear cannot be
 * judged for contrast. A tint lets through what is behind it.
 */
export function groundOf(element: Element | null): string {
  if (!element) return 'Canvas'
  const { backgroundColor } = getComputedStyle(element)
  const [, tint, share] = /^rgba\((.+), (.+)\)/.exec(backgroundColor) ?? []
  if (!tint) return backgroundColor
  const parent = element.parentNode
  const behind = groundOf(parent instanceof ShadowRoot ? parent.host : element.parentElement)
  return Number(share) ? `color-mix(in srgb,rgb(${tint}) calc(${share}*100%),${behind})` : behind
}

/**
 * How the page looks here, so that the payment frame can look the same: the scheme in use, not the
 * one of the system, and every token as it is worked out here, where its units and names mean
 * something.
 */
export function appearanceOf(element: Element, lang: string): Appearance {
  const style = getComputedStyle(element)
  const { colorScheme } = style
  const dark =
    colorScheme.includes('dark') && (!colorScheme.includes('light') || prefersDark().matches)
  const tokens: Record<string, string> = {
    page: groundOf(element),
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
