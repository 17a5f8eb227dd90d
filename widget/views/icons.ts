import { html } from 'lit/html.js'

const icon = (lines: string) =>
  html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d=${lines} /></svg>`

const CIRCLE = 'M1.5 8a6.5 6.5 0 0 1 13 0a6.5 6.5 0 0 1-13 0z'

export const lockIcon = () => icon('M4.5 7V5a3.5 3.5 0 0 1 7 0v2M3 7h10v7H3z')
export const backIcon = () => icon('M7 3 2 8l5 5M2 8h12')
export const checkIcon = () => icon('m3 8.5 3.5 3.5L13 4.5')
export const alertIcon = () => icon(`${CIRCLE}M8 4.5v4M8 11v.5`)
export const clockIcon = () => icon(`${CIRCLE}M8 4v4l2.5 2`)
export const globeIcon = () => icon(`${CIRCLE}M1.5 8h13M8 1.5q-5 6.5 0 13q5-6.5 0-13`)
export const boxIcon = () => icon('m8 1.5 6 3v7l-6 3-6-3v-7zM2 4.5l6 3 6-3M8 7.5v7')
