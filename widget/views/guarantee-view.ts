import { html, nothing } from 'lit/html.js'
import type { CheckoutView } from '../../server/contract/buyer.ts'
import { linkView } from './seller-view.ts'

/** The Union's notice as it was published: the picture, which opens larger, and where it leads. */
export const guaranteeView = ({ guaranteeNotice: notice }: Partial<CheckoutView['store']>) =>
  notice
    ? html`<div class="guarantee">${linkView(
        notice.url,
        notice.width
          ? html`<img loading="lazy" decoding="async" src=${notice.url} width=${notice.width} height=${notice.height} alt=${notice.text}>`
          : notice.text,
      )}${linkView(notice.link, notice.link)}</div>`
    : nothing
