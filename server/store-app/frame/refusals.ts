import type { Request } from 'express'
import { secretAccountKey } from '../../auth/store-login.ts'
import type { RefusedAction } from '../../checkout/audit.ts'
import type { StoreAppContext } from './store-app-context.ts'

/** Whoever is kept waiting costs next to nothing: neither may the line that tells of it. */
const LIMITED_RATE = { perSecond: 1 / 3600, burst: 1 }

/**
 * Somebody was refused: told in the log, and in the audit log of the store whose account it is
 * about. The answer waits for neither, so that it tells nothing about the account.
 */
export function noteRefusal(
  { events, callers, addressKey, inBackground, records, checkout }: StoreAppContext,
  request: Request,
  { action, email }: { action: RefusedAction; email?: string },
) {
  const client = callers.keyOf(request.ip)
  const account = email === undefined ? null : secretAccountKey(email, addressKey)
  events.refused({ action, client, account })
  if (email === undefined || account === null) return
  inBackground(async () => {
    const { limiter } = checkout.cache
    const isLimited = action === 'auth.limited' || action === 'auth.second_factor_limited'
    if (isLimited && !(await limiter.take(`told:${action}:${account}`, LIMITED_RATE)).allowed)
      return
    await records.accounts.noteRefusal(email, action)
  })
}
