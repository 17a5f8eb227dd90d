import type { DeliveryOption } from '../../contract/delivery.ts'
import type { CheckoutItem, Product } from '../../contract/merchant.ts'
import type { Seller } from '../../contract/seller.ts'
import type { CheckoutDeps } from '../checkout-deps.ts'
import { type Creator, createSession, findOutsideAddress } from './create-session.ts'
import { CheckoutError } from '../errors.ts'
import type { CheckoutSession } from './session.ts'
import type { ShownStore } from '../stores/store-fields.ts'

/** What a buy link sells: a product, and its store as pages show it. */
export type Offer = {
  product: Product
  store: ShownStore
  seller: Seller | null
  deliveryOptions: DeliveryOption[]
  creator: Creator
}

/** The address of the link. `.svg` at the end of a slug would mean its QR code. */
export const buyUrlOf = (
  checkoutUrl: string,
  { storeId, slug }: { storeId: string; slug: string },
) => `${checkoutUrl}/buy/${storeId}/${encodeURIComponent(slug).replace(/\.svg$/, '%2Esvg')}`

/** Whether the address is a page of ours that sells, and not one of a merchant. */
export const isBuyUrl = (checkoutUrl: string, address: string | null | undefined) =>
  address?.startsWith(`${checkoutUrl}/buy/`) ?? false

export type ReturnAddresses = { successUrl?: string | undefined; cancelUrl?: string | undefined }

/**
 * Anybody can make a link, so it leads back to the store's allowed origins alone, and nowhere
 * without them (decision 112). @throws {CheckoutError} invalid_request
 */
export function assertOwnAddresses({ creator }: Offer, { successUrl, cancelUrl }: ReturnAddresses) {
  const field = findOutsideAddress(creator, { success_url: successUrl, cancel_url: cancelUrl })
  if (field !== undefined)
    throw new CheckoutError(
      'invalid_request',
      `${field}: in a buy link its origin must be one of the store's allowed origins`,
    )
}

type Press = ReturnAddresses & {
  item: CheckoutItem
  /** Our own page of the link, where the buyer changes what they chose. (Default: none.) */
  changeUrl?: string | undefined
  ttlSeconds: number
}

/** Opens the session of a buyer who has pressed the button. @throws as `createSession` */
export function buyByLink(
  deps: CheckoutDeps,
  offer: Offer,
  { item, successUrl, cancelUrl, changeUrl, ttlSeconds }: Press,
): Promise<CheckoutSession> {
  assertOwnAddresses(offer, { successUrl, cancelUrl })
  // The store's list, which was asked here, does not name our own page.
  const creator = { ...offer.creator, allowedOrigins: [] }
  return createSession(deps, creator, {
    request: { items: [item], successUrl, cancelUrl: cancelUrl ?? changeUrl },
    metadataText: null,
    ttlSeconds,
  })
}
