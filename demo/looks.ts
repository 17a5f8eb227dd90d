/**
 * The looks of the shop. The checkout inside its pages follows through the `--hc-*` tokens of
 * shop.css.
 */
export const LOOKS = { clear: 'Clear', warm: 'Warm', night: 'Night' } as const
export type Look = keyof typeof LOOKS

const isLook = (value: string | null | undefined): value is Look =>
  typeof value === 'string' && Object.hasOwn(LOOKS, value)

export function lookOf(cookies: string | undefined): Look {
  const value = /(?:^|; )look=(\w+)/.exec(cookies ?? '')?.[1]
  return isLook(value) ? value : 'clear'
}

export const lookCookie = (value: string | null) =>
  `look=${isLook(value) ? value : 'clear'}; Path=/; Max-Age=31536000; SameSite=Lax`
