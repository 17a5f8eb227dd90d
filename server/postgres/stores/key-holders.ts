import type { KeyHolder, OpenSession } from '../../checkout/ports/platform-records.ts'
import type { Unsaid } from '../../checkout/stores/seller.ts'
import type { KeyKind, Plan } from '../../contract/platform/platform.ts'
import { SESSION, SESSION_PARTS, toSession } from '../sessions/session-columns.ts'
import { type OnExpired, expireLate, settledRow } from '../sessions/late-sessions.ts'
import { type RowOf, columns, flag, integer, orNull, text, texts, word, words } from '../columns.ts'
import { type Queryable, fragment, named } from '../database.ts'
import { IN_OTHER_CELL, assertInThisCell } from './in-other-cell.ts'
import { KEY_WORKS } from './store-keys.ts'

/** What a store has not said to its buyers about the seller. `stores`: the table or its alias. */
export const UNSAID = (stores: string) => `
  array_remove(array[
    case when ${stores}.terms_id is null then 'seller' end,
    case when coalesce(${stores}.contact_email, ${stores}.contact_phone) is null then 'contact' end
  ], null)`

/** The part of that which the store must say before it takes real money. */
export const MISSING = (stores: string) =>
  `case when ${stores}.seller_required then ${UNSAID(stores)} else '{}' end`

/** Columns of `api_keys k` and its `stores ks`. */
const HOLDER = columns({
  holderId: text('k.store_id'),
  keyKind: word<KeyKind>('k.kind'),
  plan: word<Plan>('ks.plan'),
  holderCurrency: text('ks.currency'),
  holderOrigins: texts('ks.allowed_origins'),
  isClosed: flag('ks.closed_at is not null'),
  isTestHolder: flag('ks.is_test'),
  isInOtherCell: flag(IN_OTHER_CELL('ks')),
  missing: words<Unsaid>(MISSING('ks')),
})

/** @throws {CheckoutError} busy */
function toHolder({
  holderId,
  holderCurrency,
  holderOrigins,
  isTestHolder,
  isInOtherCell,
  ...key
}: RowOf<typeof HOLDER>): KeyHolder {
  assertInThisCell({ isInOtherCell })
  return {
    storeId: holderId,
    currency: holderCurrency,
    allowedOrigins: holderOrigins,
    isTest: isTestHolder,
    ...key,
  }
}

/** Read at every request, so a regenerated key is unknown to the next one in every process. */
export async function findKeyHolder(db: Queryable, digest: Buffer) {
  const row = await HOLDER.row(
    db,
    named('find-key-holder')`
      select ${HOLDER.list}
      from api_keys k
      join stores ks on ks.id = k.store_id
      where k.digest = ${digest}
        and ${KEY_WORKS}`,
  )
  return row && toHolder(row)
}

export type AskedRead = { digest: Buffer; sessionId: string }

/** Null for a session that the key's holder does not have. */
const FOUND = columns({ id: orNull(text('s.id')) })

/** The key's holder and, in the same round trip, the session if the holder's store has it. */
export async function findKeyHolderAndSession(
  db: Queryable,
  { digest, sessionId }: AskedRead,
  onExpired: OnExpired,
) {
  const row = await settledRow(
    () =>
      db.row(named('find-key-holder-and-session')`
        with ${expireLate(sessionId)}
        select ${HOLDER.list}, ${SESSION}
        from api_keys k
        join stores ks on ks.id = k.store_id
        -- As ofStore does.
        left join (checkout_sessions s join stores st on st.id = s.store_id)
          on s.id = ${sessionId} and s.store_id collate "C" = k.store_id
        ${SESSION_PARTS}
        where k.digest = ${digest}
          and ${KEY_WORKS}`),
    onExpired,
  )
  if (!row) return undefined
  return {
    holder: toHolder(HOLDER.read(row)),
    session: FOUND.read(row).id === null ? undefined : toSession(row),
  }
}

const OPEN = columns({
  index: integer('a.index'),
  state: word<OpenSession['state']>('s.state'),
  metadata: orNull(text('s.metadata')),
})

/** For each, in order, the session if it is open and the key may read it. */
export async function findOpenSessions(db: Queryable, asked: AskedRead[]) {
  const elements = asked.map(({ digest, sessionId }, index) => ({
    index,
    sessionId,
    digest: digest.toString('hex'),
  }))
  const rows = await OPEN.rows(
    db,
    named('find-open-sessions')`
      select ${OPEN.list}
      from json_to_recordset(${JSON.stringify(elements)}::json) as a (
        index integer, "sessionId" text, digest text)
      cross join lateral (
        select s.state, s.metadata
        from checkout_sessions s
        -- As ofStore does.
        join api_keys k on k.store_id = s.store_id collate "C"
        join stores ks on ks.id = k.store_id
        where s.id = a."sessionId"
          and s.state in ('open', 'paying')
          and (s.state = 'paying' or s.expires_at > clock_timestamp())
          and k.digest = decode(a.digest, 'hex')
          and k.kind = 'secret'
          and ${KEY_WORKS}
          and ks.plan <> 'free'
          and not ${fragment(IN_OTHER_CELL('ks'))}
        -- Looked up by its keys, one by one, however many there are.
        limit 1) s`,
  )
  const found: (OpenSession | undefined)[] = asked.map(() => undefined)
  for (const { index, ...session } of rows) found[index] = { ...session, order: null }
  return found
}
