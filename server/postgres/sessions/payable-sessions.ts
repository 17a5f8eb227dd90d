import type { ClientNetwork } from '../../checkout/buyers/client-network.ts'
import {
  type Buyer,
  LOCKED_BY_ANOTHER,
  type LockedByAnother,
  type PayableSession,
} from '../../checkout/ports/payment-transaction.ts'
import type { SessionDetails } from '../../checkout/sessions/session.ts'
import { columns, flag, integer, integers, text } from '../columns.ts'
import {
  type Fragment,
  type RawRow,
  type Transaction,
  fragment,
  named,
  piece,
} from '../database.ts'
import {
  IS_PAID_BY_ORPHAN,
  SESSION_DETAILS,
  isUnsure,
  toSessionDetails,
} from './session-columns.ts'
import { KEPT_UNITS } from './units-left.ts'
import { NOW, type Patience, lockSessions } from './sessions.ts'

/** How many of the store's latest payments the share of declines counts. */
const STORE_SAMPLE = 200

const ADDRESS_LOCK = 4242

/** The columns with the keys of a client's networks, narrowest first. */
const KEYS = ['client_key', 'client_site', 'client_region']

const [CLIENT, SITE, REGION] = KEYS.map(fragment) as [Fragment, Fragment, Fragment]

const ofEach = (count: string) => `array[${KEYS.map((key) => `by_${key}.${count}`).join(', ')}]`

const COUNTED = columns({
  heldUnits: integers(ofEach('held_units')),
  underWay: integers(ofEach('under_way')),
  declines: integers(ofEach('declines')),
  unitsLeft: integer('greatest(units.stock + own.units, 0)'),
  keptUnits: integer('own.units'),
  isRemoved: flag('units.removed'),
  storeSettled: integer('of_store.settled'),
  storeDeclines: integer('of_store.declines'),
  isPaidByOrphan: flag(IS_PAID_BY_ORPHAN),
  isUnsure: flag(isUnsure('s.created_at')),
})

/**
 * For `asked a` and `checkout_sessions s`: what other sessions hold. Without a key the network's
 * counts are 0.
 */
const countsOf = (key: Fragment, windowSeconds: number) => piece`
  lateral (
    select count(*)::integer as under_way,
      coalesce(sum(quantity) filter (where variant_id = s.variant_id), 0)::integer as held_units,
      (
        select count(*)::integer
        from payment_attempts
        where payment_attempts.${key} = a.${key}
          and state = 'declined'
          and settled_at > statement_timestamp() - make_interval(secs => ${windowSeconds})
      ) as declines
    from payment_attempts
    where payment_attempts.${key} = a.${key}
      and hold_active
      and session_id <> s.id) by_${key}`

const widestOf = ({ networks }: Buyer) => networks.at(-1)?.key

const KEY = columns({ key: text('key') })

/** From here to the end of the transaction, payments of one client wait for each other. */
async function lockClients(tx: Transaction, keys: string[], { isPatient }: Patience) {
  if (!isPatient) {
    const free = await KEY.rows(
      tx,
      named('lock-free-clients')`
        select ${KEY.list}
        from unnest(${keys}::text[]) key
        where pg_try_advisory_xact_lock(${ADDRESS_LOCK}, hashtext(key))`,
    )
    return free.map(({ key }) => key)
  }
  for (const key of keys)
    await tx.run(
      named('lock-client')`select pg_advisory_xact_lock(${ADDRESS_LOCK}, hashtext(${key}))`,
    )
  return keys
}

type Locking = Patience & { windowSeconds: number }

/** Locks the sessions, then their clients, then their variants: always in this order. */
export async function lockPayable(
  tx: Transaction,
  buyers: Buyer[],
  { isPatient, windowSeconds }: Locking,
): Promise<(PayableSession | LockedByAnother | undefined)[]> {
  const sessions = await lockSessions(
    tx,
    buyers.map(({ sessionId }) => sessionId),
    { isPatient },
  )
  const keys = buyers.flatMap((buyer) => widestOf(buyer) ?? [])
  const free = keys.length > 0 ? await lockClients(tx, keys, { isPatient }) : []
  const locked = buyers.filter((buyer, index) => {
    const key = widestOf(buyer)
    const session = sessions[index]
    return session && session !== LOCKED_BY_ANOTHER && (key === undefined || free.includes(key))
  })
  const payable = locked.length > 0 ? await readPayable(tx, locked, windowSeconds) : []
  const found = new Map(payable.map((each) => [each.session.id, each]))
  return buyers.map(
    ({ sessionId }) => found.get(sessionId) ?? (isPatient ? undefined : LOCKED_BY_ANOTHER),
  )
}

/**
 * A separate statement, so that it sees what the transactions committed for which the locks waited.
 * It locks the variants and reads them after that.
 */
async function readPayable(tx: Transaction, buyers: Buyer[], windowSeconds: number) {
  const asked = buyers.map(({ sessionId, networks }) => ({
    session_id: sessionId,
    ...Object.fromEntries(KEYS.map((column, width) => [column, networks[width]?.key])),
  }))
  const rows = await tx.rows(named('read-payable')`
    with asked as materialized (
      select *
      from json_to_recordset(${JSON.stringify(asked)}::json)
        as a (session_id text, client_key text, client_site text, client_region text)),
    sessions as materialized (
      select *
      from checkout_sessions
      where id = any(array(select session_id from asked))),
    units as materialized (
      select id, stock, removed
      from variants
      where id = any(array(select variant_id from sessions))
      order by id
      for no key update),
    of_stores as materialized (
      select store_id, settled, declines
      from (select distinct store_id from sessions) st,
      lateral (
        select
          count(*) as settled,
          count(*) filter (where state = 'declined') as declines
        from (
          select state
          from payment_attempts
          where payment_attempts.store_id = st.store_id
            and settled_at > statement_timestamp() - make_interval(secs => ${windowSeconds})
          order by settled_at desc
          limit ${STORE_SAMPLE}) latest) counted)
    select ${SESSION_DETAILS}, ${NOW.list}, ${COUNTED.list}
    from asked a
    join sessions s on s.id = a.session_id
    join stores st on st.id = s.store_id
    join units on units.id = s.variant_id
    join of_stores of_store on of_store.store_id = s.store_id,
    lateral (select ${fragment(KEPT_UNITS)} as units) own,
    ${countsOf(CLIENT, windowSeconds)},
    ${countsOf(SITE, windowSeconds)},
    ${countsOf(REGION, windowSeconds)}`)
  const networksOf = new Map(buyers.map(({ sessionId, networks }) => [sessionId, networks]))
  return rows.map((row) => {
    const session = toSessionDetails(row)
    return toPayable(session, { row, networks: networksOf.get(session.id) ?? [] })
  })
}

function toPayable(
  session: SessionDetails,
  { row, networks }: { row: RawRow; networks: ClientNetwork[] },
): PayableSession {
  const { isRemoved, storeSettled, storeDeclines, heldUnits, underWay, declines, ...recent } =
    COUNTED.read(row)
  return {
    session,
    ...NOW.read(row),
    isRemoved,
    recent: {
      networks: networks.map(({ allowance }, width) => ({
        allowance,
        heldUnits: heldUnits[width] ?? 0,
        underWay: underWay[width] ?? 0,
        declines: declines[width] ?? 0,
      })),
      store: { settled: storeSettled, declines: storeDeclines },
      ...recent,
    },
  }
}
