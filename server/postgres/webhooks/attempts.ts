import type {
  EndpointNews,
  FailedAttempt,
  FinishedAttempt,
} from '../../checkout/ports/webhook-records.ts'
import { columns, flag, integer, text } from '../columns.ts'
import { type Pool, type Queryable, type Transaction, named, piece } from '../database.ts'
import { keepAnswer } from './answers.ts'
import { stopUnwanted } from './endpoints.ts'

/** contract §4: an endpoint that has only failed for this long is disabled. */
const PATIENCE_DAYS = 5

/** How many attempts are kept of a delivery. */
const KEPT_ATTEMPTS = 30

/** The kept attempts, with this one. `at`: when it began. */
const withAttempt = ({ attempt }: FinishedAttempt) => piece`
  (select jsonb_agg(kept.one order by kept.position)
  from (
    select one, position
    from jsonb_array_elements(attempts || jsonb_build_object(
      'at', to_char((clock_timestamp() - make_interval(secs => ${attempt.durationMs / 1000}::float8))
        at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'status', ${attempt.status}::integer,
      'durationMs', ${attempt.durationMs}::integer,
      'error', ${attempt.error}::text)) with ordinality listed (one, position)
    order by position desc
    limit ${KEPT_ATTEMPTS}) kept)`

const LEFT = columns({ number: integer('number'), isPending: flag(`status = 'pending'`) })

/** Writes nothing for an older claim. A delivery that was resent meanwhile stays pending. */
export const recordDelivered = (pool: Pool, attempt: FinishedAttempt) =>
  pool.transaction(async (tx) => {
    await tx.run(named('praise-webhook-endpoint')`
      update webhook_endpoints
      set has_delivered = true, failing_since = null, owners_told_at = null
      where id = ${attempt.endpointId} and (failing_since is not null or not has_delivered)`)
    const left = await LEFT.row(
      tx,
      named('record-webhook-delivered')`
        update webhook_deliveries
        set attempts = ${withAttempt(attempt)},
          tries = case when resends = ${attempt.resends} then tries + 1 else tries end,
          status = case when resends = ${attempt.resends} then 'delivered' else 'pending' end,
          ended_at = case when resends = ${attempt.resends} then clock_timestamp() end,
          next_attempt_at = case when resends <> ${attempt.resends} then next_attempt_at end,
          due_at = case when resends <> ${attempt.resends} then next_attempt_at end
        where id = ${attempt.id} and claims = ${attempt.claims} and status = 'pending'
        returning ${LEFT.list}`,
    )
    if (left) await keepAnswer(tx, attempt, { ...left, hasFailed: false })
    if (left?.isPending) await lowerDue(tx, attempt.endpointId)
  })

const BLAMED = columns({
  storeId: text('store_id'),
  endpointId: text('id'),
  storeName: text('(select name from stores where id = store_id)'),
  url: text('url'),
  isEnabled: flag('is_enabled'),
  wasEnabled: flag('was_enabled'),
  isToBeNotified: flag('is_to_be_notified'),
})

/** Counts a failure. The owners hear of it after a day; after five the endpoint is disabled. */
const blame = (tx: Transaction, { endpointId, isGone }: FailedAttempt) =>
  BLAMED.row(
    tx,
    named('blame-webhook-endpoint')`
      with before as (
        select id, is_enabled,
          coalesce(failing_since, clock_timestamp()) as failing_since,
          is_enabled and owners_told_at is null
            and failing_since <= statement_timestamp() - interval '1 day' as is_to_be_notified,
          ${isGone}::boolean
            or failing_since <= statement_timestamp() - make_interval(days => ${PATIENCE_DAYS})
            as is_given_up
        from webhook_endpoints
        where id = ${endpointId} and deleted_at is null
        for no key update),
      after as (
        update webhook_endpoints e
        set failing_since = before.failing_since,
          owners_told_at = case when before.is_to_be_notified
            then clock_timestamp() else e.owners_told_at end,
          is_enabled = before.is_enabled and before.is_given_up is not true
        from before
        where e.id = before.id
        returning e.*, before.is_enabled as was_enabled,
          before.is_to_be_notified is true as is_to_be_notified)
      select ${BLAMED.list} from after`,
  )

/** An endpoint is due when its first delivery is. */
export const lowerDue = (db: Queryable, endpointId: string) =>
  db.run(named('lower-webhook-due')`
    update webhook_endpoints e
    set due_at = first.due_at
    from (
      select min(due_at) as due_at
      from webhook_deliveries
      where endpoint_id = ${endpointId} and status = 'pending') first
    where e.id = ${endpointId} and first.due_at < coalesce(e.due_at, 'infinity')`)

const newsOf = (
  { isGone }: FailedAttempt,
  { isEnabled, wasEnabled, isToBeNotified, ...endpoint }: ReturnType<typeof BLAMED.read>,
): EndpointNews | undefined => {
  if (wasEnabled && !isEnabled)
    return { ...endpoint, what: isGone ? 'disabled_as_gone' : 'disabled_as_failing' }
  return isToBeNotified ? { ...endpoint, what: 'failing' } : undefined
}

export const recordFailed = (pool: Pool, attempt: FailedAttempt) =>
  pool.transaction(async (tx) => {
    const blamed = await blame(tx, attempt)
    const nextInMs = blamed?.isEnabled === true ? attempt.nextInMs : undefined
    const next = piece`case
      when resends <> ${attempt.resends} then next_attempt_at
      when ${nextInMs ?? null}::float8 is not null
        then statement_timestamp() + make_interval(secs => ${(nextInMs ?? 0) / 1000}::float8) end`
    const left = await LEFT.row(
      tx,
      named('record-webhook-failed')`
        update webhook_deliveries
        set attempts = ${withAttempt(attempt)},
          tries = case when resends = ${attempt.resends} then tries + 1 else tries end,
          status = case when ${next} is null then 'failed' else 'pending' end,
          ended_at = case when ${next} is null then clock_timestamp() end,
          next_attempt_at = ${next},
          due_at = ${next}
        where id = ${attempt.id} and claims = ${attempt.claims} and status = 'pending'
        returning ${LEFT.list}`,
    )
    if (left) await keepAnswer(tx, attempt, { ...left, hasFailed: true })
    if (left?.isPending) await lowerDue(tx, attempt.endpointId)
    const news = blamed && newsOf(attempt, blamed)
    if (blamed && !blamed.isEnabled) await stopUnwanted(tx, attempt.endpointId)
    return news
  })
