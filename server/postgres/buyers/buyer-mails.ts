import type {
  BuyerMailKind,
  BuyerMailRecords,
  ClaimedMail,
  MailHindrance,
  MailOutcome,
} from '../../checkout/ports/buyer-mails.ts'
import { columns, flag, integer, orNull, text, texts, word } from '../columns.ts'
import { type Pool, type Queryable, named, piece } from '../database.ts'
import { ORDER_COLUMNS } from '../orders/order-columns.ts'

/** Until another process takes the mail of one that has died. */
const CLAIM_SECONDS = 60

const CLAIM_END = piece`clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS})`

/** A mail that comes later helps nobody. */
const PATIENCE_DAYS = 3

/** A server that had the whole mail may have sent it, so it gets it once more at most. */
const MOST_HANDED_OVER = 2

const CLAIMED = columns({
  id: integer('m.id'),
  claims: integer('m.claims'),
  edition: integer('m.edition'),
  isCounted: flag('m.counted'),
  clientKeys: texts(`case when m.kind in ('confirmation', 'uncollected', 'withdrawal')
    then array_remove(array[a.client_key, a.client_site, a.client_region], null)
    else '{}' end`),
  handedOver: integer('m.handed_over'),
  kind: word<BuyerMailKind>('m.kind'),
  messageId: text(`event_id(
    'mail.' || m.kind, m.session_id, coalesce(m.refund_id, m.attempt_id)) || '.' || m.edition`),
  sessionId: text('m.session_id'),
  to: text('a.customer_email'),
  languages: texts(`coalesce(a.languages, '{}')`),
  refunded: orNull(integer('r.amount')),
  isReturned: flag(`a.state = 'refunded' or coalesce(a.decline_code, '') = 'payment_returned'`),
  isRefunded: flag(`coalesce(${ORDER_COLUMNS.isRefunded.expression}, false)`),
  withdrawnAt: ORDER_COLUMNS.withdrawnAt,
  tracking: ORDER_COLUMNS.tracking,
  withdrawnLate: flag(`coalesce(${ORDER_COLUMNS.withdrawnLate.expression}, false)`),
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
          due_at = ${CLAIM_END}
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
      due_at = ${CLAIM_END}
    where id = ${id} and claims = ${claims} and state = 'waiting'`)) === 1

const keep = (db: Queryable, { id, claims }: ClaimedMail) =>
  db.run(named('keep-buyer-mail')`
    update buyer_mails
    set due_at = ${CLAIM_END}
    where id = ${id} and claims = ${claims} and state = 'waiting'`)

const setCounted = (db: Queryable, { id, claims }: ClaimedMail) =>
  db.run(named('count-buyer-mail')`
    update buyer_mails
    set counted = true
    where id = ${id} and claims = ${claims}`)

/** Also when another process has claimed it meanwhile, unless it goes to another address now. */
const endSent = (db: Queryable, { id, edition }: ClaimedMail) =>
  db.run(named('end-sent-buyer-mail')`
    update buyer_mails
    set state = 'sent', refusal = null, put_off_by = null, ended_at = clock_timestamp()
    where id = ${id} and edition = ${edition}`)

/** Unless another process has claimed it: that one may send it. */
const endRefused = (db: Queryable, { id, claims }: ClaimedMail, refusal: number) =>
  db.run(named('end-refused-buyer-mail')`
    update buyer_mails
    set state = 'refused', refusal = ${refusal}, put_off_by = null, ended_at = clock_timestamp()
    where id = ${id} and claims = ${claims} and state = 'waiting'`)

type Delay = {
  /** The first pause is twice as long, and each one twice the one before, five times. */
  seconds: number
  notBefore?: Date
  handedOver?: number
  by?: MailHindrance
  refusal?: number
}

/** After 2, 4 … 32 s. */
const SOON = { seconds: 1 }

/** After 40 s, 80 s … 10 minutes: what has been denied or limited is not tried all the time. */
const LATER = { seconds: 20 }

/** `handedOver`: how often the server had it whole. */
const putOff = (
  db: Queryable,
  mail: ClaimedMail,
  { seconds, notBefore, handedOver = mail.handedOver, by, refusal }: Delay,
) =>
  db.run(named('put-off-buyer-mail')`
    update buyer_mails
    set handed_over = ${handedOver},
      due_at = greatest(
        ${notBefore ?? null}::timestamptz,
        clock_timestamp() + 2 ^ least(claims, 5) * make_interval(secs => ${seconds})),
      put_off_by = ${by ?? null},
      refusal = ${refusal ?? null},
      state = case
        when ${handedOver} >= ${MOST_HANDED_OVER} then 'unsure'
        when coalesce(again_at, created_at)
            < statement_timestamp() - make_interval(days => ${PATIENCE_DAYS})
          then 'unsent'
        else 'waiting' end
    where id = ${mail.id} and claims = ${mail.claims} and state = 'waiting'`)

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
      return putOff(db, mail, SOON)
    case 'denied':
      return putOff(db, mail, { ...LATER, by: 'denied', refusal: outcome.response })
    case 'limited':
      return putOff(db, mail, { ...LATER, by: outcome.by, notBefore: outcome.freeAt })
    case 'unsure':
      return putOff(db, mail, { ...SOON, handedOver: mail.handedOver + 1 })
  }
}

export const openBuyerMailRecords = (pool: Pool): BuyerMailRecords => ({
  claim: (limit) => claim(pool, limit),
  keep: (mail) => keep(pool, mail),
  setCounted: (mail) => setCounted(pool, mail),
  handOver: (mail) => handOver(pool, mail),
  record: (mail, outcome) => record(pool, mail, outcome),
})
