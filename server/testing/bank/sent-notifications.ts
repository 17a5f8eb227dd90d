import { deriveNotificationSecret } from '../../auth/key-material.ts'
import {
  type TestNotification,
  signTestNotification,
} from '../../payments/test/test-notifications.ts'
import type { ServiceClient } from '../servers/test-service.ts'

const SECRET = deriveNotificationSecret('signing key material of the tests')

let events = 0

export const newEventId = () => `evt_test_${(events += 1)}`

/** A notification of the test bank about that attempt. `ageSeconds`: the age of its signature. */
export const aNotification = (
  attempt: string,
  { id = newEventId(), secret = SECRET, ageSeconds = 0 } = {},
) =>
  signTestNotification({ id, attempt }, { secret, now: new Date(Date.now() - ageSeconds * 1000) })

/** Posts it; `others` replace its own headers. */
export const notify = (
  service: ServiceClient,
  { body, headers }: TestNotification,
  others: Record<string, string> = {},
) =>
  service.call<{ received: boolean }>('POST', '/payment-notifications', {
    text: body.toString(),
    headers: { ...headers, ...others },
  })
