/** WCAG 2.2, 1.4.3, asks for 4.5 between text and what it stands on; a screen rounds colours. */
const ENOUGH = 4.55

/**
 * Whatever accent a page has set: links and borders in it can be read on the summary, which is
 * nearer to them than the background, and the button's text on the button. The last sheet of `root`
 * is this function's own. The browser knows every notation of a colour, and what it is here and now:
 * mixed in XYZ it comes back as `color(xyz-d65 X Y Z)`, where Y is the luminance, and as mixing there
 * is linear, it is known how much black or white it takes. What is no colour has no luminance, and
 * stays.
 */
export function correctAccent(root: ShadowRoot) {
  const rules = root.adoptedStyleSheets.at(-1)!
  const { style } = root.firstElementChild as HTMLElement
  const mix = (token: string, percent: number, other: string) => {
    style.color = `color-mix(in xyz,var(--_hc-${token}) ${percent}%,${other})`
    return getComputedStyle(root.firstElementChild!).color
  }
  const luminance = (token: string) => Number(mix(token, 100, '#000').split(' ')[2])
  /** `most`: how much of a colour may stay that has to change. */
  const readable = (token: string, ground: string, most: number) => {
    const now = luminance(token)
    const under = luminance(ground) + 0.05
    // A colour of 0.179 is as far from black as from white.
    const isDarker = under > 0.229
    const share = isDarker ? (under / ENOUGH - 0.05) / now : (1.05 - under * ENOUGH) / (1 - now)
    return share < 1 ? mix(token, share * most, isDarker ? '#000' : '#fff') : `var(--_hc-${token})`
  }
  rules.replaceSync(
    `:host{--_hc-accent:${readable('fill', 'surface', 100)};--_hc-on-accent:${readable('label', 'fill', 0)};--_hc-away:${luminance('fill') > 0.179 ? '#fff' : '#000'}}`,
  )
  style.color = ''
}
