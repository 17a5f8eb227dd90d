import type { CheckoutView } from '../contract/buyer.ts'
import type { Ui } from '../../widget/views/ui.ts'
import { html, unsafeHtml } from '../web/html.ts'

/**
 * Loads the payment frame before the element is there, which takes over the frame and its messages.
 * It waits for the first paint, because the frame would delay that by as much as the form does. In
 * a background page, which is painted later, the element may be first. `autofill` is named as in
 * `widget/form/payment-frame.ts`.
 */
export const FRAME = `{let d=document,s=d.currentScript.dataset
requestAnimationFrame(()=>requestAnimationFrame(()=>{let f=d.createElement('iframe')
f.title=s.title
f.allow='payment'+(d.featurePolicy?.features().includes('autofill')?'; autofill':'')
f.src=s.frame+'&origin='+encodeURIComponent(origin)+'#'+crypto.getRandomValues(new Uint32Array(4)).join()
addEventListener('message',e=>{if(e.source==f.contentWindow&&e.data?.t=='hc:hello')f.hello=e})
d.querySelector('[data-card]:empty')?.append(f)}))}`

type FrameContent = { view: CheckoutView; nonce: string }

export const frameScript = ({ view: { id, payment }, nonce }: FrameContent, { t, language }: Ui) =>
  html`<script nonce="${nonce}" data-frame="${payment.frameUrl}/${id}?lang=${language}" data-title="${t('card.frame')}">${unsafeHtml(FRAME)}</script>`
