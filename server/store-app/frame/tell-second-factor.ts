import type { Request } from 'express'
import { secretAccountKey } from '../../auth/store-login.ts'
import type { SecondFactorChange } from '../../checkout/audit.ts'
import type { FactorHolder } from './second-factors.ts'
import type { StoreAppContext } from './store-app-context.ts'

/** To the log, and to the member by mail; the audit log has it from the change itself. */
export function tellSecondFactor(
  { events, mails, urls, addressKey }: StoreAppContext,
  { ip }: Request,
  { email, storeName, change }: FactorHolder & { change: SecondFactorChange },
) {
  events.secondFactorChanged({ change, account: secretAccountKey(email, addressKey) })
  mails.secondFactorChanged({
    to: email,
    storeName,
    address: ip ?? null,
    baseUrl: urls.baseUrl,
    change,
  })
}
