import type {
  ClaimedDelivery,
  FreeSlots,
  SealedText,
} from '../../checkout/ports/webhook-records.ts'
import {
  type RowOf,
  bytes,
  columns,
  flag,
  idsOf,
  integer,
  moment,
  orNull,
  text,
} from '../columns.ts'
import { type Pool, type Queryable, type Transaction, named } from '../database.ts'
import { IS_WANTED } from './endpoints.ts'

/** Longer than a request with all around it. A process that has not recorded by then has died. */
const CLAIM_SECONDS = 60

/** How many unwanted deliveries of an endpoint end at once. */
const ENDED_AT_ONCE = 500

/** Failing endpoints are looked up apart from the others, so that they never delay them. */
const findDue = (db: Queryable, { sound, failing, busy }: FreeSlots) =>
  idsOf(
    db,
    named('find-due-webhooks')`
      select due.id
      from unnest(array[false, true], array[${sound}::integer, ${failing}::integer])
        lane (is_failing, free)
      cross join lateral (
        select id
        from webhook_endpoints
        where (failing_since is not null) = lane.is_failing
          and due_at <= statement_timestamp()
          and id <> all(${busy}::text[])
          and not exists (select from stores_elsewhere e where e.id = store_id)
        order by due_at
        limit lane.free) due`,
  )

const lockDue = (tx: Transaction, endpointIds: string[]) =>
  idsOf(
    tx,
    named('lock-due-webhooks')`
      select id
      from webhook_endpoints
      where id = any(${endpointIds}) and due_at <= statement_timestamp()
      for no key update skip locked`,
  )

const CLAIMED = columns({
  id: text('d.id'),
  endpointId: text('d.endpoint_id'),
  url: text('e.url'),
  isFailing: flag('e.failing_since is not null'),
  atOnce: integer('taken.at_once'),
  eventId: text('d.event_id'),
  type: text('d.type'),
  happenedAt: moment('d.happened_at'),
  data: text('d.data'),
  tries: integer('d.tries'),
  claims: integer('d.claims'),
  resends: integer('d.resends'),
  isOver: flag(`d.status = 'failed'`),
  sealed: orNull(bytes('e.sealed')),
  previousSealed: orNull(bytes('e.previous_sealed')),
  keyId: orNull(text('e.key_id')),
  previousKeyId: orNull(
    text('case when e.previous_until > statement_timestamp() then e.previous_key_id end'),
  ),
})

const toSecret = (sealed: Buffer | null, keyId: string | null): SealedText[] =>
  sealed !== null && keyId !== null ? [{ sealed, keyId }] : []

const toClaimed = ({
  isOver: _,
  sealed,
  keyId,
  previousSealed,
  previousKeyId,
  ...claimed
}: RowOf<typeof CLAIMED>): ClaimedDelivery => ({
  ...claimed,
  secrets: [...toSecret(sealed, keyId), ...toSecret(previousSealed, previousKeyId)],
})

/** Claims the deliveries that the endpoint wants and ends the others. */
const takeDue = (tx: Transaction, endpointIds: string[], { each, underWay }: FreeSlots) =>
  CLAIMED.rows(
    tx,
    named('claim-webhooks')`
    with slots as (
      select e.*,
        case when e.has_delivered and e.failing_since is null then ${each}::integer else 1 end
          as at_once
      from webhook_endpoints e
      where e.id = any(${endpointIds})),
    taken as (
      select due.*, e.at_once
      from slots e
      cross join lateral (
        select d.number, ${IS_WANTED} as is_wanted
        from webhook_deliveries d
        where d.endpoint_id = e.id
          and d.status = 'pending'
          and d.due_at <= statement_timestamp()
        order by d.due_at
        limit case when e.is_enabled
          then greatest(0,
            e.at_once - coalesce((${JSON.stringify(underWay)}::jsonb ->> e.id)::integer, 0))
          else ${ENDED_AT_ONCE} end
        for no key update skip locked) due),
    moved as (
      update webhook_deliveries d
      set claims = d.claims + 1,
        status = case when taken.is_wanted then 'pending' else 'failed' end,
        due_at = case when taken.is_wanted
          then clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS}) end,
        next_attempt_at = case when taken.is_wanted then d.next_attempt_at end,
        ended_at = case when not taken.is_wanted then clock_timestamp() end
      from taken
      where d.number = any(array(select number from taken))
        and d.number = taken.number
      returning d.*)
    select ${CLAIMED.list}
    from moved d
    join taken on taken.number = d.number
    join slots e on e.id = d.endpoint_id
    order by d.number`,
  )

/** The remaining deliveries decide when the endpoint is due; its row is locked. */
const moveDue = (tx: Transaction, endpointIds: string[]) =>
  tx.run(named('move-due-webhooks')`
    update webhook_endpoints e
    set due_at = (
      select min(d.due_at)
      from webhook_deliveries d
      where d.endpoint_id = e.id and d.status = 'pending')
    where e.id = any(${endpointIds})`)

export async function claim(pool: Pool, slots: FreeSlots) {
  const due = await findDue(pool, slots)
  if (due.length === 0) return { deliveries: [], isEmpty: true }
  return pool.transaction(async (tx) => {
    const endpointIds = await lockDue(tx, due)
    if (endpointIds.length === 0) return { deliveries: [], isEmpty: true }
    const rows = await takeDue(tx, endpointIds, slots)
    await moveDue(tx, endpointIds)
    const wanted = rows.filter(({ isOver }) => !isOver)
    return { deliveries: wanted.map(toClaimed), isEmpty: rows.length === 0 }
  })
}
