import type { SessionDetails } from '../../server/checkout/session.ts'
import type { SessionRow } from './tables.ts'

/** A session's row with what is the same of all sessions here. */
export const toDetails = (session: SessionRow): SessionDetails => ({
  ...session,
  isTest: false,
  storeName: 'Loom & Co',
  storeLanguage: 'en-GB',
  logoUrl: null,
  contactEmail: null,
  contactPhone: null,
  deliveryCountries: [],
  paymentMethods: ['ideal'],
  successUrl: null,
  cancelUrl: null,
  customer: {},
  metadata: null,
  canRestart: false,
  returnsAtOnce: false,
  priceBefore: null,
  seller: null,
  branding: null,
})
