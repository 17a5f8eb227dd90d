/**
 * The notice of the legal guarantee on white. Until the card can be typed, its picture has its room
 * and is moved out of sight, where no browser loads it.
 */
export const guarantee = `
.guarantee { display: grid; gap: 8px; max-inline-size: 420px; margin-block-start: 20px; font-size: .875em; }
.guarantee a { overflow: clip; overflow-wrap: anywhere; }
.guarantee img {
  display: block; box-sizing: border-box; inline-size: 100%; block-size: auto; padding: 8px;
  border-radius: calc(.8 * var(--_hc-radius)); background: #fff;
}
.guarantee :first-child::after { content: none; }
.grid:has(.card):not(:has([data-ready])) .guarantee img { translate: -999vmax; }
.grid > .summary:has(.guarantee) { position: static; }
`

/** Without script it is there at once. */
export const guaranteePage = `
[data-stuck] hosted-checkout:not([status]) .grid .guarantee img { translate: none; }
`
