import { type ReceivedMail, partOf } from '../../server/testing/servers/mail-server.ts'
import type { Sql } from '../../server/testing/sql.ts'
import type { Violation } from './history.ts'

export const HEARD = 'M3 each paid order is in exactly one mail of each owner'

const OWNER = 'owner.chaos.example'

/** Two owners of each store, so that one's mails depend on nothing of the other's. */
export const addOwners = (sql: Sql, storeIds: string[]) =>
  sql.rows(
    `insert into store_members (store_id, email, password_hash, role)
    select id, owner || '-' || lower(id) || '@${OWNER}', 'none', 'owner'
    from unnest($1::text[]) id, generate_series(1, 2) owner`,
    [storeIds],
  )

export const isToOwner = ({ to }: ReceivedMail) => to.endsWith(`@${OWNER}`)

/** Other news of an order, such as a dispute, is sent at once and kept nowhere. */
export const isNews = (mail: ReceivedMail) => isToOwner(mail) && !/<evt_/.test(mail.messageId)

/** As if an hour had gone by: what a limit holds back is due, with all the orders in it. */
export const letAnHourPass = (sql: Sql) =>
  sql.rows(`
    with free as (delete from mail_counts where key like 'to:%')
    update sale_mails set due_at = now() where state = 'waiting' and put_off_by = 'recipient'`)

/** Orders that wait for their mail. */
const WAITING = `
  select from events where type = 'checkout.session.completed' and announced_at is null
  union all
  select from sale_mail_orders where mail_id is null
  union all
  select from sale_mails where state = 'waiting'`

export const isAllSaid = async (sql: Sql) => (await sql.rows(WAITING)).length === 0

/** A mail about more orders than this shows the first, and says how many more there are. */
const LISTED = 50

const HEARING = `
  with written as (
    select n.member_id, n.order_id, mail.state in ('sent', 'unsure') as is_sent,
      row_number() over (partition by n.mail_id order by n.id) as nth
    from sale_mail_orders n
    left join sale_mails mail on mail.id = n.mail_id)
  select m.email, o.order_number as number,
    n.order_id is not null as "isWritten",
    coalesce(n.is_sent and n.nth > ${LISTED}, false) as "isCounted"
  from orders o
  join store_members m on m.store_id = o.store_id
  left join written n on n.member_id = m.id and n.order_id = o.id
  where m.email like '%@${OWNER}'`

/** `isCounted`: the mail has gone, and says how many orders there are beside those that it lists. */
type Hearing = { email: string; number: string; isWritten: boolean; isCounted: boolean }

const numbersIn = ({ source }: ReceivedMail) =>
  new Set(partOf(source, 'text/plain').match(/\b[0-9A-Z]{5}-[0-9A-Z]{5}\b/g))

/**
 * A mail that came twice has the same id, so it counts once. `hasForgotten`: the record forgot what
 * was sent. `hasOlder`: an older version announced some orders, and wrote no mails.
 */
export async function judgeOwners(
  sql: Sql,
  received: ReceivedMail[],
  { hasForgotten, hasOlder }: { hasForgotten: boolean; hasOlder: boolean },
): Promise<Violation[]> {
  const mails = new Map<string, Set<string>>()
  for (const mail of received)
    for (const number of numbersIn(mail)) {
      const key = `${mail.to} ${number}`
      mails.set(key, (mails.get(key) ?? new Set()).add(mail.messageId))
    }
  return (await sql.rows<Hearing>(HEARING))
    .map(({ email, number, isWritten, isCounted }) => ({
      subject: `${number} to ${email}`,
      count: mails.get(`${email} ${number}`)?.size ?? 0,
      isOwed: isWritten ? !isCounted : !hasOlder,
    }))
    .filter(({ count, isOwed }) => (count === 0 && isOwed) || (count > 1 && !hasForgotten))
    .map(({ subject, count }) => ({ invariant: HEARD, subject, detail: `in ${count} mails` }))
}
