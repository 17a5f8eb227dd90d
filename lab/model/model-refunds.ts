import type { PaymentProvider } from '../../server/checkout/ports/provider.ts'
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

export const refundNothing: PaymentProvider['refundPart'] = nobodyAsks
