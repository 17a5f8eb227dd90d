import type { FinishedAttempt } from '../../checkout/ports/webhook-records.ts'
import { bytes, columns, orNull, text } from '../columns.ts'
import { type Transaction, named, sql } from '../database.ts'

/**
 * How many of an endpoint's failures keep their answers, and how many of its other attempts do. It
 * is a prime, since the numbers of its deliveries often go by twos or by tens.
 */
const SLOTS = 101

/**
 * A failure keeps its answer however many attempts come through after it. What was said to an
 * earlier attempt of the delivery is forgotten when the last one got no answer.
 */
export const keepAnswer = (
  tx: Transaction,
  { endpointId, answer }: FinishedAttempt,
  { number, hasFailed }: { number: number; hasFailed: boolean },
) => {
  if (!answer?.length)
    return tx.run(named('forget-webhook-answer')`
      delete from webhook_answers where delivery_number = ${number}::bigint`)
  return tx.run(named('keep-webhook-answer')`
    insert into webhook_answers (endpoint_id, has_failed, slot, delivery_number, answer)
    select id, ${hasFailed}::boolean, ${number % SLOTS}::smallint, ${number}::bigint,
      ${answer}::bytea
    from webhook_endpoints
    where id = ${endpointId} and deleted_at is null
    on conflict (endpoint_id, has_failed, slot) do update
    set delivery_number = excluded.delivery_number, answer = excluded.answer,
      answered_at = excluded.answered_at`)
}

export const forgetAnswers = (tx: Transaction, endpointId: string) =>
  tx.run(sql`delete from webhook_answers where endpoint_id = ${endpointId}`)

/** Of delivery `d` to endpoint `e`. */
export const ANSWER = columns({
  endpointUrl: text('e.url'),
  answer: orNull(
    bytes(`(
      select a.answer
      from webhook_answers a
      where a.endpoint_id = d.endpoint_id and a.has_failed in (true, false)
        and a.slot = d.number % ${SLOTS} and a.delivery_number = d.number
      order by a.answered_at desc
      limit 1)`),
  ),
})
