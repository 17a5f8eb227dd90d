import type { SessionDetails } from '../../server/checkout/sessions/session.ts'
import { A_SHOWN_STORE } from '../../server/testing/store/a-shown-store.ts'
import type { SessionRow } from './tables.ts'

/** A session's row with what all sessions of the model share. */
export const toDetails = (session: SessionRow): SessionDetails => ({
  ...session,
  store: { ...A_SHOWN_STORE, paymentMethods: ['ideal'] },
  successUrl: null,
  cancelUrl: null,
  customer: {},
  metadata: null,
  canRestart: false,
  priceBefore: null,
  seller: null,
})
