import { nothing } from 'lit/html.js'
import type { Branding } from '../checkout/branding.ts'
import type { CheckoutView } from '../contract/buyer.ts'
import { contactView, sellerView } from '../../widget/views/seller-view.ts'
import type { Ui } from '../../widget/views/ui.ts'
import { brandingStyles } from './branding-styles.ts'
import { renderView } from './rendered-view.ts'

type Store = CheckoutView['store']

/** For an address between the quotes of a sheet within a page. */
const cssText = (text: string) =>
  text.replaceAll(/["\\<\n\r\f]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `)

/**
 * In the header, which the element draws again: the name stays there for those who do not see the
 * logo.
 */
const logoStyles = (url: string) => `
.header .store{flex:0 1 160px;block-size:28px;background:url("${cssText(url)}") 0/contain no-repeat;
print-color-adjust:exact}
.header .store:dir(rtl){background-position:100%}
.header .store bdi{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}`

const FOOTER_STYLES = `
.contact{border-block-start:1px solid var(--_hc-line)}
.contact>div{display:flex;flex-wrap:wrap;gap:4px 24px;max-inline-size:1040px;margin-inline:auto;padding:16px;
color:var(--_hc-muted);font:.875rem/1.7143 var(--_hc-font);overflow-wrap:anywhere}
.contact a{color:var(--_hc-accent);text-underline-offset:2px}
.contact .seller{flex:0 0 100%;margin:0;font-size:inherit}
@media print{.seller a::after{content:" " attr(href)}.seller a{display:block}}
@media(min-width:40rem){.contact>div{padding-inline:32px}}`

function sellerText(store: Store, ui: Ui) {
  const view = sellerView(store, ui)
  return view === nothing ? '' : renderView(view)
}

/** The store's name, for who may not know it from the logo, and how to reach it. */
const hasContact = ({ logoUrl, contactEmail, contactPhone }: Store) =>
  [logoUrl, contactEmail, contactPhone].some((each) => each !== undefined)

const contactText = (store: Store) => (hasContact(store) ? renderView(contactView(store)) : '')

const needsFooter = (store: Store) => hasContact(store) || store.seller !== undefined

const faceStyles = (store: Store) =>
  needsFooter(store)
    ? `${store.logoUrl === undefined ? '' : logoStyles(store.logoUrl)}${FOOTER_STYLES}`
    : ''

/** How the store shows itself around the checkout; empty for a store that has set nothing. */
export const storeStyles = (store: Store, branding?: Branding | null) =>
  `${branding ? brandingStyles(branding) : ''}${faceStyles(store)}`

export const storeFooter = (store: Store, ui: Ui) =>
  needsFooter(store)
    ? `\n<footer class="contact"><div>\n${contactText(store)}${sellerText(store, ui)}
</div></footer>`
    : ''
