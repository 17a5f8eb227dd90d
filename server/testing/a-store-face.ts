import type { StoreFace } from '../checkout/store-fields.ts'

/** The face of a store without settings. */
export const A_STORE_FACE: StoreFace = {
  name: 'Loom & Co',
  language: 'en-GB',
  isTest: false,
  logoUrl: null,
  contactEmail: null,
  contactPhone: null,
  deliveryCountries: [],
  paymentMethods: [],
  nextStep: null,
  returnsAtOnce: false,
  statementName: null,
  providerReceipts: false,
  withdrawals: null,
  branding: null,
}
