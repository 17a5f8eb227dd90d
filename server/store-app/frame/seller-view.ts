import type { Seller } from '../../contract/seller.ts'
import { html } from './html.ts'
import { factsView } from './sections.ts'

const linkView = (address: string | undefined) =>
  address === undefined
    ? undefined
    : html`<a href="${address}" rel="noreferrer"><bdi>${address}</bdi></a>`

/** Who sells and by which terms, in one version of it. */
export const sellerView = ({ legalName, address, termsUrl, privacyUrl, returnsUrl }: Seller) =>
  factsView([
    ['Sold by', html`<bdi>${`${legalName}\n${address}`}</bdi>`, 'text'],
    ['Terms of sale', linkView(termsUrl)],
    ['Privacy policy', linkView(privacyUrl)],
    ['Withdrawal and returns', linkView(returnsUrl)],
  ])
