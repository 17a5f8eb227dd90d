import type { Config } from '../config.ts'
import { type CaptureCount, countCaptured } from '../postgres/payments/under-way.ts'
import { openConnection } from '../postgres/database.ts'
import type { findDatabase } from './operators-database.ts'

const DAY_MS = 86_400_000

/** How long Stripe lists the events of refunds and disputes of older payments. */
const STRIPE_EVENTS_DAYS = 30

type Comparing = {
  config: Pick<Config, 'stripe' | 'testLedgerUrl'>
  /** How far back the books are compared. */
  days: number
  now: Date
}

/** Prints a line for the payments on record that `compareBooks` does not, or not wholly, compare. */
export async function sayLeftOut(
  connection: Awaited<ReturnType<typeof findDatabase>>,
  comparing: Omit<Comparing, 'now'>,
) {
  const now = new Date()
  const since = daysBefore(now, comparing.days)
  const db = await openConnection(connection)
  try {
    for (const captured of await countCaptured(db, since))
      for (const line of describeLeftOut(captured, { ...comparing, now }))
        console.log(`Not compared: ${line}`)
  } finally {
    await db.close()
  }
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)
const toDay = (moment: Date) => moment.toISOString().slice(0, 10)

/** What is left out of the payments of a provider. */
export function describeLeftOut(
  { provider, payments, older }: CaptureCount,
  { config, days, now }: Comparing,
) {
  if (provider === 'stripe' && !config.stripe)
    return [`all ${payments} payments of stripe, whose keys are not set`]
  if (provider === 'test' && config.testLedgerUrl === undefined)
    return [`all ${payments} payments of the test provider, whose books came with the backup`]
  if (older === 0) return []
  const known = Math.min(days, provider === 'stripe' ? STRIPE_EVENTS_DAYS : Infinity)
  return [
    `${older} payments of ${provider} from before ${toDay(daysBefore(now, days))}, ` +
      `but for those refunded or disputed since ${toDay(daysBefore(now, known))}`,
  ]
}
