import type { CountMail, MailCount } from '../../checkout/ports/mail-counts.ts'
import { columns, flag, moment, orNull, text } from '../columns.ts'
import { type Pool, type Queryable, named } from '../database.ts'

const COUNTED = columns({
  isCounted: flag('(select count(*) from counted) = (select count(*) from asked)'),
  now: moment('(select max(now) from asked)'),
  /** Of all that do not let it go, the one that keeps it longest. */
  key: orNull(text('(select key from full_keys order by free_at desc limit 1)')),
  freeAt: orNull(moment('(select max(free_at) from full_keys)')),
})

/**
 * A key that others have filled meanwhile is found by the row's own condition; the other keys of this
 * mail then count one too many.
 */
const count = (db: Queryable, counts: MailCount[]) =>
  COUNTED.row(
    db,
    named('count-mail')`
      with asked as materialized (
        select *, clock_timestamp() as now
        from unnest(
          ${counts.map(({ key }) => key)}::text[],
          ${counts.map(({ anHour }) => anHour)}::integer[],
          ${counts.map(({ aDay }) => aDay)}::integer[]) as a (key, an_hour, a_day)),
      full_keys as materialized (
        select c.key, mail_free_at(c.sent_at, a.an_hour, a.a_day) as free_at
        from mail_counts c
        join asked a on a.key = c.key
        where mail_free_at(c.sent_at, a.an_hour, a.a_day) > a.now),
      counted as (
        insert into mail_counts as c (key, sent_at, last_at)
        select key, array[now], now
        from asked
        where not exists (select from full_keys)
        order by key
        on conflict (key) do update
        set sent_at = (c.sent_at || excluded.sent_at)[
            greatest(1, cardinality(c.sent_at) + 2 - (select a_day from asked a where a.key = c.key)):],
          last_at = excluded.last_at
        where (
          select coalesce(mail_free_at(c.sent_at, a.an_hour, a.a_day) <= a.now, true)
          from asked a
          where a.key = c.key)
        returning key)
      select ${COUNTED.list}`,
  )

export const openMailCounts =
  (pool: Pool): CountMail =>
  async (counts) => {
    const row = await count(pool, counts)
    if (!row || row.isCounted) return undefined
    const [first] = counts
    // Without a full key others have filled one in the same moment: the next look knows more.
    return { key: row.key ?? first?.key ?? '', freeAt: row.freeAt ?? row.now }
  }
