export type Addresses = { baseUrl: string; checkoutUrl: string; paymentFrameUrl: string }

/** What the build writes where a service says its own addresses. */
export const BUILT_ADDRESSES: Addresses = {
  baseUrl: 'https://base.invalid/api',
  checkoutUrl: 'https://checkout.invalid/checkout',
  paymentFrameUrl: 'https://frame.invalid/payment-frame',
}

/** The text of the build with a service's own addresses. */
export const withAddresses = (text: string, { baseUrl, checkoutUrl, paymentFrameUrl }: Addresses) =>
  text
    .replaceAll(BUILT_ADDRESSES.paymentFrameUrl, () => paymentFrameUrl)
    .replaceAll(BUILT_ADDRESSES.checkoutUrl, () => checkoutUrl)
    .replaceAll(BUILT_ADDRESSES.baseUrl, () => baseUrl)
    // What is there for every path, such as `/readyz`.
    .replaceAll(new URL(BUILT_ADDRESSES.baseUrl).origin, () => new URL(baseUrl).origin)
