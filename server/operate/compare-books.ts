import { type Difference, reconcile } from '../checkout/payments/reconcile.ts'
import type { ChargeDatabase } from '../checkout/ports/charge-database.ts'
import type { PaymentProvider } from '../checkout/ports/provider.ts'
import type { Config } from '../config.ts'
import { openTestBooks } from '../open/open-database.ts'
import { openProviders } from '../open/open-providers.ts'
import { openCheckoutDatabase } from '../postgres/checkout-database.ts'
import { openPool } from '../postgres/database.ts'
import { openReconciliation } from '../postgres/reconciliation/reconciliation.ts'
import { openSecrets } from '../settings/secrets.ts'
import { toOneLine } from '../reporting/terminal-text.ts'
import type { findDatabase } from './operators-database.ts'
import { toLine } from './reconciliation-line.ts'

type Comparing = {
  connection: Awaited<ReturnType<typeof findDatabase>>
  /** How far back. */
  days: number
  opening: AsyncDisposableStack
}

/**
 * Compares the provider's books with the orders, and prints one line a difference, then a summary.
 * @returns how many differences there are
 */
export async function compareBooks(config: Config, { connection, days, opening }: Comparing) {
  const onIdleError = ({ message }: Error) => console.error(toOneLine(message))
  const pool = openPool(connection, { onIdleError })
  const books = openTestBooks(config, { onIdleError, opening })
  opening.defer(() => pool.close())
  const records = await openReconciliation(connection)
  opening.defer(() => records.close())
  const [material = ''] = (await openSecrets(config)).tokenSigningKeys
  const { taking, others } = await openProviders(config, {
    pool,
    books,
    material,
    now: () => new Date(),
  })
  const { orphans, charges } = openCheckoutDatabase(pool)
  const providers = [taking, ...others].map(({ provider }) => withChanged(provider, charges))

  const report = async (found: Difference) => {
    console.log(toOneLine(toLine(found)))
    if (found.kind !== 'unresolved_break' && found.theirs && !found.ours)
      await orphans.record(found.provider, found.theirs)
  }
  const { compared, differences } = await reconcile({ providers, records }, { days, report })
  console.log(`${compared} payments compared, ${differences} differences`)
  return differences
}

/** Its books, and our payments from before whose refunds or disputes have changed since then. */
const withChanged = (
  { name, listPayments, listActivity, findEntry }: PaymentProvider,
  { findAttemptId }: Pick<ChargeDatabase, 'findAttemptId'>,
): Pick<PaymentProvider, 'name' | 'listPayments'> => ({
  name,
  async *listPayments(since) {
    const changed = new Set<string>()
    for await (const paymentId of listActivity(since)) changed.add(paymentId)
    for await (const entry of listPayments(since)) {
      changed.delete(entry.paymentId)
      yield entry
    }
    for (const paymentId of changed) {
      const attemptId = await findAttemptId({ provider: name, paymentId })
      if (attemptId === undefined) continue
      const found = await findEntry({ attemptId, paymentId })
      if (found.type === 'unknown') throw new Error(`The payment ${paymentId} could not be read.`)
      if (found.type === 'found') yield found.entry
    }
  },
})
