import { backgroundOf } from './appearance.ts'

/**
 * WCAG 2.2, 1.4.3, asks for a contrast of 4.5. A little more is needed, since screens round
 * colours.
 */
const ENOUGH = 4.55

/**
 * Corrects the accent that a page has set: links and borders in that colour must be readable where
 * they stand, and the button's text must be readable on the button. Where no colour is readable on
 * all backgrounds, the one behind the element counts most, since most links stand there. An accent
 * that is no colour, or that is partly transparent, is ignored.
 *
 * The browser knows every notation of a colour. When it mixes a colour in XYZ, the answer is
 * `color(xyz-d65 X Y Z)`, where Y is the luminance. Mixing in XYZ is linear, so it can be computed
 * how much black or white is needed.
 *
 * The function asks at an empty element, because the browser would style the children of any other
 * one anew at each question. The last sheet of `root` belongs to this function.
 */
export function correctAccent(root: ShadowRoot) {
  const rules = root.adoptedStyleSheets.at(-1)
  const probe = root.appendChild(document.createElement('i'))
  const mix = (colour: string, percent: number, other: string) => {
    probe.style.color = `color-mix(in xyz,${colour} ${percent}%,${other})`
    return getComputedStyle(probe).color
  }
  const luminance = (colour: string) => Number(mix(colour, 100, '#000').split(' ')[2])
  /** `most`: how many percent of a colour may stay when it has to change. */
  const readable = (colour: string, background: string, most = 100) => {
    const now = luminance(colour)
    const under = luminance(background) + 0.05
    // A luminance of 0.179 has the same contrast with black as with white.
    const isDarker = under > 0.229
    const share = isDarker ? (under / ENOUGH - 0.05) / now : (1.05 - under * ENOUGH) / (1 - now)
    return share < 1 ? mix(colour, share * most, isDarker ? '#000' : '#fff') : colour
  }
  const fill = 'var(--_hc-fill)'
  let instead = ''
  const set = (more = '') => rules?.replaceSync(`:host{${instead}${more}}`)
  set()
  if (!/^color[^/]+$/.test(mix(fill, 100, '#000'))) instead = '--hc-accent:initial!important;'
  set()
  const accent = ['var(--_hc-surface)', 'var(--_hc-bg)', backgroundOf(root.host)].reduce(
    (colour, background) => readable(colour, background),
    fill,
  )
  set(
    `--_hc-accent:${accent};--_hc-on-accent:${readable('var(--_hc-label)', fill, 0)};--_hc-away:${luminance(fill) > 0.179 ? '#fff' : '#000'}`,
  )
  probe.remove()
}
