import type { SessionDetails } from '../../server/checkout/session.ts'
import type { SessionRow } from './tables.ts'

/** A session's row with what is the same of all sessions here. */
export const toDetails = (session: SessionRow): SessionDetails => ({
  ...session,
  store: {
    name: 'Loom & Co',
    language: 'en-GB',
    isTest: false,
    logoUrl: null,
    contactEmail: null,
    contactPhone: null,
    deliveryCountries: [],
    paymentMethods: ['ideal'],
    returnsAtOnce: false,
    branding: null,
  },
  successUrl: null,
  cancelUrl: null,
  customer: {},
  metadata: null,
  canRestart: false,
  priceBefore: null,
  seller: null,
})
