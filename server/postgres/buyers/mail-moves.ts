import type {
  MailClaim,
  MailHindrance,
  MailMoves,
  MailOutcome,
} from '../../checkout/ports/buyer-mails.ts'
import { flag, integer } from '../columns.ts'
import { type Fragment, type Pool, fragment, named, piece } from '../database.ts'

/** Until another process takes the mail of one that has died. */
const CLAIM_SECONDS = 60

const CLAIM_END = piece`clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS})`

/** A mail that comes later helps nobody. */
export const PATIENCE = fragment(`interval '3 days'`)

/** A server that had the whole mail may have sent it, so it gets it once more at most. */
const MOST_HANDED_OVER = 2

/**
 * Parts of a `with`: `m`, the mails of this table that are due, claimed. One that was handed over
 * twice by processes that died ends here.
 */
export const claimed = (table: Fragment, limit: number) => piece`
  due as materialized (
    select id
    from ${table}
    where state = 'waiting'
      and due_at <= statement_timestamp()
      and due_at > statement_timestamp() - ${PATIENCE}
      and not exists (select from stores_elsewhere e where e.id = store_id)
    order by due_at
    limit ${limit}
    for no key update skip locked),
  m as (
    update ${table} m
    set claims = m.claims + 1,
      state = case when m.handed_over < ${MOST_HANDED_OVER} then 'waiting' else 'unsure' end,
      due_at = ${CLAIM_END}
    from due
    where m.id = due.id
    returning m.*)`

/** Of the claimed mail `m`. */
export const CLAIMED_MAIL = {
  id: integer('m.id'),
  claims: integer('m.claims'),
  edition: integer('m.edition'),
  isCounted: flag('m.counted'),
  handedOver: integer('m.handed_over'),
}

/** A table of mails. `name`: of its statements. `since`: from when its mails are to be sent. */
type MailTable = { name: string; table: Fragment; since: Fragment }
type Moves = MailTable & { pool: Pool }

const handOver = async ({ pool, name, table }: Moves, { id, claims }: MailClaim) =>
  (await pool.run(named(`hand-over-${name}`)`
    update ${table}
    set handed_over = handed_over + 1,
      due_at = ${CLAIM_END}
    where id = ${id} and claims = ${claims} and state = 'waiting'`)) === 1

const keep = ({ pool, name, table }: Moves, { id, claims }: MailClaim) =>
  pool.run(named(`keep-${name}`)`
    update ${table}
    set due_at = ${CLAIM_END}
    where id = ${id} and claims = ${claims} and state = 'waiting'`)

const setCounted = ({ pool, name, table }: Moves, { id, claims }: MailClaim) =>
  pool.run(named(`count-${name}`)`
    update ${table}
    set counted = true
    where id = ${id} and claims = ${claims}`)

/** Also when another process has claimed it meanwhile, unless it goes to another address now. */
const endSent = ({ pool, name, table }: Moves, { id, edition }: MailClaim) =>
  pool.run(named(`end-sent-${name}`)`
    update ${table}
    set state = 'sent', refusal = null, put_off_by = null, ended_at = clock_timestamp()
    where id = ${id} and edition = ${edition}`)

/** Unless another process has claimed it: that one may send it. */
const endRefused = ({ pool, name, table }: Moves, { id, claims }: MailClaim, refusal: number) =>
  pool.run(named(`end-refused-${name}`)`
    update ${table}
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
  { pool, name, table, since }: Moves,
  mail: MailClaim,
  { seconds, notBefore, handedOver = mail.handedOver, by, refusal }: Delay,
) =>
  pool.run(named(`put-off-${name}`)`
    update ${table}
    set handed_over = ${handedOver},
      due_at = greatest(
        ${notBefore ?? null}::timestamptz,
        clock_timestamp() + 2 ^ least(claims, 5) * make_interval(secs => ${seconds})),
      put_off_by = ${by ?? null},
      refusal = ${refusal ?? null},
      state = case
        when ${handedOver} >= ${MOST_HANDED_OVER} then 'unsure'
        when ${since} < statement_timestamp() - ${PATIENCE}
          then 'unsent'
        else 'waiting' end
    where id = ${mail.id} and claims = ${mail.claims} and state = 'waiting'`)

function record(
  moves: Moves,
  mail: MailClaim,
  outcome: Exclude<MailOutcome, { type: 'overtaken' }>,
) {
  switch (outcome.type) {
    case 'sent':
      return endSent(moves, mail)
    case 'refused':
      return endRefused(moves, mail, outcome.response)
    case 'put_off':
      return putOff(moves, mail, SOON)
    case 'denied':
      return putOff(moves, mail, { ...LATER, by: 'denied', refusal: outcome.response })
    case 'limited':
      return putOff(moves, mail, { ...LATER, by: outcome.by, notBefore: outcome.freeAt })
    case 'unsure':
      return putOff(moves, mail, { ...SOON, handedOver: mail.handedOver + 1 })
  }
}

/** What becomes of a claimed mail. */
export function openMailMoves(pool: Pool, of: MailTable): MailMoves<MailClaim> {
  const moves = { pool, ...of }
  return {
    keep: (mail) => keep(moves, mail),
    setCounted: (mail) => setCounted(moves, mail),
    handOver: (mail) => handOver(moves, mail),
    record: (mail, outcome) => record(moves, mail, outcome),
  }
}
