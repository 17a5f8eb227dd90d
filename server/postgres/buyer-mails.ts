import type {
  BuyerMailKind,
  BuyerMailRecords,
  ClaimedMail,
  MailOutcome,
} from '../checkout/ports/buyer-mails.ts'
import { columns, flag, integer, moment, orNull, text, texts, word } from './columns.ts'
import { type Pool, type Queryable, named } from './database.ts'

/** Until the server has said that it takes the mail. Its text is handed over then. */
const CLAIM_SECONDS = 45

/** Longer than the answer to the whole mail is waited for. */
const ANSWER_SECONDS = 60

/** A mail that comes later helps nobody. */
const PATIENCE_DAYS = 3

/** A server that had the whole mail may have sent it, so it gets it once more at most. */
const MOST_HANDED_OVER = 2

const CLAIMED = columns({
  id: integer('m.id'),
  claims: integer('m.claims'),
  edition: integer('m.edition'),
  handedOver: integer('m.handed_over'),
  kind: word<BuyerMailKind>('m.kind'),
  messageId: text(`event_id(
    'mail.' || m.kind, m.session_id, coalesce(m.refund_id, m.attempt_id)) || '.' || m.edition`),
  sessionId: text('m.session_id'),
  to: text('a.customer_email'),
  languages: texts(`coalesce(a.languages, '{}')`),
  refunded: orNull(integer('r.amount')),
  isReturned: flag(`a.state = 'refunded' or coalesce(a.decline_code, '') = 'payment_returned'`),
  withdrawnAt: orNull(moment('o.withdrawn_at')),
})

/** A mail that was handed over twice by processes that died then ends here. */
const claim = (db: Queryable, limit: number) =>
  CLAIMED.rows(
    db,
    named('claim-buyer-mails')`
      with due as materialized (
        select id
        from buyer_mails
        where state = 'waiting'
          and due_at <= statement_timestamp()
          and due_at > statement_timestamp() - make_interval(days => ${PATIENCE_DAYS})
          and not exists (select from stores_elsewhere e where e.id = store_id)
        order by due_at
        limit ${limit}
        for no key update skip locked),
      m as (
        update buyer_mails m
        set claims = m.claims + 1,
          state = case when m.handed_over < ${MOST_HANDED_OVER} then 'waiting' else 'unsure' end,
          due_at = clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS})
        from due
        where m.id = due.id
        returning m.*)
      select ${CLAIMED.list}
      from m
      join payment_attempts a on a.id = m.attempt_id
      left join order_refunds r on r.id = m.refund_id
      left join orders o on o.attempt_id = m.attempt_id
      where m.state = 'waiting'
        and a.customer_email is not null`,
  )

const handOver = async (db: Queryable, { id, claims }: ClaimedMail) =>
  (await db.run(named('hand-over-buyer-mail')`
    update buyer_mails
    set handed_over = handed_over + 1,
      due_at = clock_timestamp() + make_interval(secs => ${ANSWER_SECONDS})
    where id = ${id} and claims = ${claims} and state = 'waiting'`)) === 1

/** Whoever has claimed it meanwhile, unless it goes to another address now. */
const endSent = (db: Queryable, { id, edition }: ClaimedMail) =>
  db.run(named('end-sent-buyer-mail')`
    update buyer_mails
    set state = 'sent', refusal = null, ended_at = clock_timestamp()
    where id = ${id} and edition = ${edition}`)

/** Unless another process has claimed it: that one may send it. */
const endRefused = (db: Queryable, { id, claims }: ClaimedMail, refusal: number) =>
  db.run(named('end-refused-buyer-mail')`
    update buyer_mails
    set state = 'refused', refusal = ${refusal}, ended_at = clock_timestamp()
    where id = ${id} and claims = ${claims} and state = 'waiting'`)

/** Tries again after 2, 4 … 32 s, and then each 32 s. `handedOver`: how often the server had it whole. */
const putOff = (db: Queryable, { id, claims }: ClaimedMail, handedOver: number) =>
  db.run(named('put-off-buyer-mail')`
    update buyer_mails
    set handed_over = ${handedOver},
      due_at = clock_timestamp() + 2 ^ least(claims, 5) * interval '1 second',
      state = case
        when ${handedOver} >= ${MOST_HANDED_OVER} then 'unsure'
        when created_at < statement_timestamp() - make_interval(days => ${PATIENCE_DAYS})
          then 'unsent'
        else 'waiting' end
    where id = ${id} and claims = ${claims} and state = 'waiting'`)

function record(
  db: Queryable,
  mail: ClaimedMail,
  outcome: Exclude<MailOutcome, { type: 'overtaken' }>,
) {
  switch (outcome.type) {
    case 'sent':
      return endSent(db, mail)
    case 'refused':
      return endRefused(db, mail, outcome.response)
    case 'put_off':
      return putOff(db, mail, mail.handedOver)
    case 'unsure':
      return putOff(db, mail, mail.handedOver + 1)
  }
}

export const openBuyerMailRecords = (pool: Pool): BuyerMailRecords => ({
  claim: (limit) => claim(pool, limit),
  handOver: (mail) => handOver(pool, mail),
  record: (mail, outcome) => record(pool, mail, outcome),
})
