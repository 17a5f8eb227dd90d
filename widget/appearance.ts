import type { Appearance } from './payment-frame/messages.ts'

/** What the card fields are drawn with: the frame has no colours of its own. */
const FRAME_TOKENS = [
  'bg',
  'text',
  'muted',
  'line',
  'control',
  'focus',
  'info-bg',
  'danger',
  'success',
  'radius',
  'size',
  'leading',
  'font',
  'field',
]

export const prefersDark = () => matchMedia('(prefers-color-scheme: dark)')

/**
 * What shows behind the frame, which has to paint it itself: a frame that stays clear cannot be
 * judged for contrast.
 */
function groundOf(element: Element | null): string {
  if (!element) return 'Canvas'
  const { backgroundColor } = getComputedStyle(element)
  if (backgroundColor !== 'rgba(0, 0, 0, 0)') return backgroundColor
  const parent = element.parentNode
  return groundOf(parent instanceof ShadowRoot ? parent.host : element.parentElement)
}

/**
 * How the page looks here, so that the payment frame can look the same: the scheme in use, not the
 * one of the system.
 */
export function appearanceOf(element: Element, lang: string): Appearance {
  const style = getComputedStyle(element)
  const { colorScheme } = style
  const dark =
    colorScheme.includes('dark') && (!colorScheme.includes('light') || prefersDark().matches)
  const tokens = FRAME_TOKENS.map((name) => [name, style.getPropertyValue(`--_hc-${name}`)])
  return {
    lang,
    dir: style.direction === 'rtl' ? 'rtl' : 'ltr',
    scheme: dark ? 'dark' : 'light',
    tokens: { ...Object.fromEntries(tokens), page: groundOf(element) },
  }
}
