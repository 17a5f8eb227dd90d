import { busy } from '../../checkout/errors.ts'

/**
 * Whether the store lives in another cell: it is moving, or has moved away (decision 107). `stores`:
 * the table or its alias.
 */
export const IN_OTHER_CELL = (stores: string) =>
  `(${stores}.cell is not null and ${stores}.cell <> (select cell from service_identity))`

/** What is in the way passes: the proxy soon leads to the other cell. @throws {CheckoutError} busy */
export function assertInThisCell({ isInOtherCell }: { isInOtherCell: boolean }) {
  if (isInOtherCell) throw busy(new Error('the store lives in another cell'))
}
