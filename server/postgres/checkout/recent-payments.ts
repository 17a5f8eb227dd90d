import type { ClientNetwork } from '../../checkout/payment-caps.ts'
import type { CheckoutTransaction, RecentPayments } from '../../checkout/ports/database.ts'
import { columns, flag, integer, integers } from '../columns.ts'
import { type Fragment, type Transaction, fragment, named, piece } from '../database.ts'

/** How many of the store's payments the share of declines is taken of, the latest ones. */
const STORE_SAMPLE = 200

const ADDRESS_LOCK = 4242

const RECENT = columns({
  heldUnits: integers('of_networks.held_units'),
  underWay: integers('of_networks.under_way'),
  declines: integers('of_networks.declines'),
  unitsLeft: integer('variant.units_left'),
  storeSettled: integer('of_store.settled'),
  storeDeclines: integer('of_store.declines'),
  isPaidByOrphan: flag('orphan.is_there'),
})

type Counted = Parameters<CheckoutTransaction['countRecentPayments']>[0]

/** Where the keys of a client's networks stand, the narrowest first. */
const NETWORK_COLUMNS = ['client_key', 'client_site', 'client_region'].map(fragment)

/** One value for each network, in their order; a network that is not there counts nothing. */
const forEachNetwork = (networks: ClientNetwork[], count: (isOfNetwork: Fragment) => Fragment) => {
  const [single, site, region] = NETWORK_COLUMNS.map((column, index) =>
    count(piece`${column} = ${networks[index]?.key ?? null}`),
  )
  return piece`array[${single}, ${site}, ${region}]`
}

/** Payments of one client wait for each other here until the transaction ends. */
export async function countRecentPayments(
  tx: Transaction,
  { networks, variantId, sessionId, storeId, windowSeconds }: Counted,
): Promise<RecentPayments> {
  const widest = networks.at(-1)
  if (widest)
    await tx.run(
      named('lock-client')`select pg_advisory_xact_lock(${ADDRESS_LOCK}, hashtext(${widest.key}))`,
    )
  const recent = await RECENT.row(
    tx,
    named('recent-payments')`
      select ${RECENT.list}
      from (
        select
          count(*) as settled,
          count(*) filter (where state = 'declined') as declines
        from (
          select state
          from payment_attempts
          where store_id = ${storeId}
            and settled_at > statement_timestamp() - make_interval(secs => ${windowSeconds})
          order by settled_at desc
          limit ${STORE_SAMPLE}) latest) of_store,
      (
        select
          ${forEachNetwork(
            networks,
            (isOfNetwork) => piece`(
              select coalesce(sum(quantity), 0)::integer
              from payment_attempts
              where ${isOfNetwork}
                and variant_id = ${variantId}
                and hold_active)`,
          )} as held_units,
          ${forEachNetwork(
            networks,
            (isOfNetwork) => piece`(
              select count(*)::integer
              from payment_attempts
              where ${isOfNetwork}
                and hold_active)`,
          )} as under_way,
          ${forEachNetwork(
            networks,
            (isOfNetwork) => piece`(
              select count(*)::integer
              from payment_attempts
              where ${isOfNetwork}
                and state = 'declined'
                and settled_at > statement_timestamp() - make_interval(secs => ${windowSeconds}))`,
          )} as declines) of_networks,
      (
        select greatest(stock, 0) as units_left
        from variants
        where id = ${variantId}) variant,
      (
        select exists (
          select from orphaned_payments
          where session_id = ${sessionId}
            and resolved_at is null
            and captured > refunded) as is_there) orphan`,
  )
  if (!recent) throw new Error('the session’s variant is gone')
  const { heldUnits, underWay, declines, unitsLeft, storeSettled, storeDeclines, isPaidByOrphan } =
    recent
  return {
    networks: networks.map(({ allowance }, index) => ({
      allowance,
      heldUnits: heldUnits[index] ?? 0,
      underWay: underWay[index] ?? 0,
      declines: declines[index] ?? 0,
    })),
    unitsLeft,
    store: { settled: storeSettled, declines: storeDeclines },
    isPaidByOrphan,
  }
}
