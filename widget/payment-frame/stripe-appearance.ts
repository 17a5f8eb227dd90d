import type { Appearance } from '../element/messages.ts'
import type { StripeAppearance } from './stripe-js.ts'

type Colour = 'bg' | 'text' | 'muted' | 'control' | 'focus' | 'danger' | 'success'

const inRange = (part: string) => Math.round(255 * Math.min(1, Math.max(0, Number(part))))

/**
 * Computes every token for Stripe's frame, which cannot do it: decides `light-dark()`, and turns
 * units into pixels and colours into sRGB.
 */
function workOut() {
  const probe = document.body.appendChild(document.createElement('span'))
  const style = getComputedStyle(probe)
  const workedOut = (property: string, value: string) => {
    probe.style.setProperty(property, value)
    return style.getPropertyValue(property)
  }
  const of = (property: string, token: string) => workedOut(property, `var(--_hc-${token})`)
  const colour = (token: Colour) => {
    const value = of('color', token)
    if (value.startsWith('rgb')) return value
    const [, ...parts] = workedOut('color', `color-mix(in srgb, ${value}, ${value})`).split(/[ )]/)
    return `rgb(${parts.slice(0, 3).map(inRange).join(', ')})`
  }
  const worked = {
    bg: colour('bg'),
    text: colour('text'),
    muted: colour('muted'),
    control: colour('control'),
    focus: colour('focus'),
    danger: colour('danger'),
    success: colour('success'),
    radius: of('border-top-left-radius', 'radius'),
    size: of('font-size', 'size'),
    font: of('font-family', 'font'),
  }
  probe.remove()
  return worked
}

/**
 * The page's look for Stripe's fields (https://docs.stripe.com/elements/appearance-api). It reads
 * the tokens, which have to be set before.
 */
export function stripeAppearance({ scheme }: Pick<Appearance, 'scheme'>): StripeAppearance {
  const { bg, text, muted, control, focus, danger, success, radius, size, font } = workOut()
  return {
    theme: scheme === 'dark' ? 'night' : 'stripe',
    disableAnimations: true,
    variables: {
      colorBackground: bg,
      colorText: text,
      colorTextSecondary: muted,
      colorTextPlaceholder: muted,
      colorPrimary: focus,
      colorDanger: danger,
      colorSuccess: success,
      borderRadius: radius,
      fontFamily: font,
      fontSizeBase: size,
      gridRowSpacing: '16px',
      gridColumnSpacing: '16px',
    },
    rules: {
      '.Label': { color: text, fontWeight: '500' },
      '.Input': { border: `1px solid ${control}`, boxShadow: 'none', padding: '11px 14px' },
      '.Input:hover': { borderColor: text },
      '.Input:focus': {
        borderColor: focus,
        boxShadow: 'none',
        outline: `3px solid ${focus}`,
        outlineOffset: '-3px',
      },
      '.Input--invalid': { border: `2px solid ${danger}`, boxShadow: 'none', color: text },
      '.Error': { color: danger, fontWeight: '500' },
    },
  }
}
