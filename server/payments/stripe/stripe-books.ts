import type { Stripe } from 'stripe'
import type { LedgerEntry } from '../../checkout/ports/provider.ts'
import { toLedgerEntry } from './stripe-outcomes.ts'

/** Every payment of ours that was begun since then. */
export async function* listPayments(stripe: Stripe, since: Date): AsyncIterable<LedgerEntry> {
  const created = { gte: Math.floor(since.getTime() / 1000) }
  for await (const intent of stripe.paymentIntents.list({
    created,
    limit: 100,
    expand: ['data.latest_charge'],
  })) {
    const entry = toLedgerEntry(intent)
    if (entry) yield entry
  }
}
