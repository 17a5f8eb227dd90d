import { groundOf } from './appearance.ts'

/** WCAG 2.2, 1.4.3, asks for 4.5 between text and what it stands on; a screen rounds colours. */
const ENOUGH = 4.55

/**
 * Whatever accent a page has set: links and borders in it can be read where they stand, and the
 * button's text on the button. Where no colour can be read on all grounds, what is behind the element
 * counts most, since most links stand there. The last sheet of `root` is this function's own. The
 * browser knows every notation of a colour, and what it is here and now: mixed in XYZ it comes back as
 * `color(xyz-d65 X Y Z)`, where Y is the luminance, and as mixing there is linear, it is known how
 * much black or white it takes. An accent that is no colour, or lets through what is behind it, is none.
 * It is asked at a leaf: whatever stood in one would be styled anew at each question.
 */
export function correctAccent(root: ShadowRoot) {
  const rules = root.adoptedStyleSheets.at(-1)
  const probe = root.appendChild(document.createElement('i'))
  const mix = (colour: string, percent: number, other: string) => {
    probe.style.color = `color-mix(in xyz,${colour} ${percent}%,${other})`
    return getComputedStyle(probe).color
  }
  const luminance = (colour: string) => Number(mix(colour, 100, '#000').split(' ')[2])
  /** `most`: how much of a colour may stay that has to change. */
  const readable = (colour: string, ground: string, most = 100) => {
    const now = luminance(colour)
    const under = luminance(ground) + 0.05
    // A colour of 0.179 is as far from black as from white.
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
  const accent = ['var(--_hc-surface)', 'var(--_hc-bg)', groundOf(root.host)].reduce(
    (colour, ground) => readable(colour, ground),
    fill,
  )
  set(
    `--_hc-accent:${accent};--_hc-on-accent:${readable('var(--_hc-label)', fill, 0)};--_hc-away:${luminance(fill) > 0.179 ? '#fff' : '#000'}`,
  )
  probe.remove()
}
