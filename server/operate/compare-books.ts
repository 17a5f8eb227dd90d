import { type Difference, reconcile } from '../checkout/reconcile.ts'
import type { Config } from '../config.ts'
import { openTestBooks } from '../open/open-database.ts'
import { openProviders } from '../open/open-providers.ts'
import { openCheckoutDatabase } from '../postgres/checkout/checkout-database.ts'
import { openPool } from '../postgres/database.ts'
import { openReconciliation } from '../postgres/reconciliation.ts'
import { openSecrets } from '../secrets.ts'
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
  const onIdleError = ({ message }: Error) => console.error(message)
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
  const providers = [taking, ...others].map(({ provider }) => provider)

  const { orphans } = openCheckoutDatabase(pool)
  const report = async (found: Difference) => {
    console.log(toLine(found))
    if (found.kind !== 'unresolved_break' && found.theirs && !found.ours)
      await orphans.record(found.provider, found.theirs)
  }
  const { compared, differences } = await reconcile({ providers, records }, { days, report })
  console.log(`${compared} payments compared, ${differences} differences`)
  return differences
}
