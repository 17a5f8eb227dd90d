import type { Seller } from '../../contract/seller.ts'
import { html } from './html.ts'

const linkRow = (title: string, address: string) =>
  html`<div>
    <dt>${title}</dt>
    <dd>
      <a href="${address}" rel="noreferrer"><bdi>${address}</bdi></a>
    </dd>
  </div>`

/** Who sells and by which terms, in one version of it. */
export const sellerView = ({ legalName, address, termsUrl, privacyUrl, returnsUrl }: Seller) =>
  html`<dl class="facts">
    <div>
      <dt>Sold by</dt>
      <dd class="text"><bdi>${`${legalName}\n${address}`}</bdi></dd>
    </div>
    ${linkRow('Terms of sale', termsUrl)} ${linkRow('Privacy policy', privacyUrl)}
    ${returnsUrl === undefined ? undefined : linkRow('Withdrawal and returns', returnsUrl)}
  </dl>`
