import { isSamePhone } from '../buyers/phone.ts'
import type { StoreFields } from '../stores/store-fields.ts'

/** For how many days the law lets buyers withdraw (Directive 2011/83/EU, article 9). */
export const WITHDRAWAL_DAYS = 14

/** Within how many days of a withdrawal the store pays back (the same, article 13). */
export const REFUND_DAYS = 14

/** From fulfilment to the buyer, with a delivery option that does not say it. */
export const DAYS_UNDER_WAY = 7

/**
 * Whose buyers can withdraw online (Directive (EU) 2023/2673): the European Economic Area, with the
 * Union's regions that have codes of their own (TFEU, article 355).
 */
export const WITHDRAWAL_COUNTRIES = [
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK',
  'AX EA GF GP IC MF MQ RE YT',
].flatMap((codes) => codes.split(' '))

/**
 * Whether a store's buyers can withdraw online: as it wants, and otherwise where it sells to one of
 * these countries, or does not say where it sells.
 */
export const takesWithdrawals = ({
  withdrawals,
  deliveryCountries,
}: Pick<StoreFields, 'withdrawals' | 'deliveryCountries'>) =>
  withdrawals ??
  (deliveryCountries.length === 0 ||
    deliveryCountries.some((country) => WITHDRAWAL_COUNTRIES.includes(country)))

/** An order, and who says to be its buyer. */
export type WithdrawalClaim = {
  orderNumber: string
  /**
   * `typed`: an email address or a phone number. `mailed`: the link that was mailed to this address.
   */
  by: { typed: string } | { mailed: string }
}

/** Days are those of the store's time zone, `2026-12-11`. */
export type WithdrawableOrder = {
  id: number
  storeId: string
  storeName: string
  sessionId: string
  orderNumber: string
  /** Null or empty when it was not given, or is erased. */
  customerEmail: string | null
  customerPhone: string
  paidDay: string
  /** The last day on which the buyer may withdraw; null until the order is fulfilled. */
  lastDay: string | null
  /** Whether that day is over. */
  isLate: boolean
  days: number
  /** What went back of its money, or is on its way; all of it. */
  refunded: number
  isRefunded: boolean
  /** The day by which the store pays it back after a withdrawal: its own, or one of today. */
  refundDay: string
  withdrawnAt: Date | null
  /** Whether that was after the last day. */
  withdrawnLate: boolean
  withdrawals: boolean | null
  deliveryCountries: string[]
}

/** As it is read, however it is written or pasted. */
const plainEmail = (email: string) =>
  email
    .normalize('NFKC')
    .replaceAll(/[\p{Z}\p{C}]/gu, '')
    .replace(/^(?:mailto:|[^<]*<)/iu, '')
    .replace(/>$/, '')
    .toLowerCase()

/** Whether the order is of the buyer who asks. */
export function isOfBuyer(
  { customerEmail, customerPhone }: Pick<WithdrawableOrder, 'customerEmail' | 'customerPhone'>,
  { by }: Pick<WithdrawalClaim, 'by'>,
) {
  if ('mailed' in by) return by.mailed === customerEmail
  const isEmail = customerEmail !== null && plainEmail(by.typed) === plainEmail(customerEmail)
  return isEmail || isSamePhone(by.typed, customerPhone)
}

/** `off`: the store takes none here. `none`: its product has no right of withdrawal. */
export type WithdrawalStanding =
  | { type: 'withdrawn'; at: Date }
  | { type: 'possible' | 'off' | 'none' }

/** Whatever became of the money, and however late it is: the store decides about what is late. */
export function withdrawalStanding(order: WithdrawableOrder): WithdrawalStanding {
  if (order.withdrawnAt) return { type: 'withdrawn', at: order.withdrawnAt }
  if (!takesWithdrawals(order)) return { type: 'off' }
  if (order.days === 0) return { type: 'none' }
  return { type: 'possible' }
}
