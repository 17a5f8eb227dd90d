import type { PaymentAttempt } from '../../checkout/payments/attempt.ts'

/** A new payment attempt of €19.90, unless the fields say otherwise. */
export const anAttempt = (fields: Partial<PaymentAttempt> = {}): PaymentAttempt => ({
  id: 'att_1',
  sessionId: 'cs_1',
  storeId: 'st_1',
  provider: 'test',
  providerPaymentId: null,
  variantId: '1',
  state: 'authorising',
  version: 1,
  quantity: 1,
  holdActive: true,
  amount: 1990,
  currency: 'EUR',
  paymentMethod: 'pm_1',
  orderNumber: 'MEASU-RED00',
  customer: { name: 'Ana', phone: '1234567', email: null },
  receiptEmail: null,
  statementName: null,
  fulfillment: { option: 'standard', details: 'Here', fee: 0 },
  challengeUrl: null,
  declineCode: null,
  card: null,
  leaseUntil: new Date(),
  ...fields,
})
