import type { ShownStore } from '../../checkout/stores/store-fields.ts'

/** A shown store without settings. */
export const A_SHOWN_STORE: ShownStore = {
  name: 'Loom & Co',
  language: 'en-GB',
  isTest: false,
  pricesIncludeTax: false,
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
