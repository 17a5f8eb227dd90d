import type { PaymentProvider } from '../../server/checkout/ports/provider.ts'
import type { ChargeDatabase } from '../../server/checkout/ports/charge-database.ts'
import type { RefundDatabase } from '../../server/checkout/ports/refund-database.ts'

const nobodyAsks = (): never => {
  throw new Error('no order of a life is refunded')
}

/** In these lives no merchant gives money back; notifications ask whether one has. */
export const NO_REFUNDS: RefundDatabase = {
  getRefund: nobodyAsks,
  transaction: nobodyAsks,
  claimDueRefunds: async () => [],
  claimRefundsOf: async () => [],
}

/** Nor does anybody at the bank. */
export const NO_CHARGES: ChargeDatabase = {
  beginReading: async () => undefined,
  claimDueReadings: async () => [],
  findAttemptId: nobodyAsks,
  answerLateFailure: nobodyAsks,
  transaction: nobodyAsks,
}

export const readNothing: PaymentProvider['readCharge'] = nobodyAsks

export const refundNothing: PaymentProvider['refundPart'] = nobodyAsks
