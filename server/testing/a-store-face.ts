import type { StoreFace } from '../checkout/store-fields.ts'

/** Of a store that has chosen nothing. */
export const A_STORE_FACE: StoreFace = {
  name: 'Loom & Co',
  language: 'en-GB',
  isTest: false,
  logoUrl: null,
  contactEmail: null,
  contactPhone: null,
  deliveryCountries: [],
  paymentMethods: [],
  returnsAtOnce: false,
  branding: null,
}
