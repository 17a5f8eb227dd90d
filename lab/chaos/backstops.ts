import type { Sql } from '../../server/testing/sql.ts'
import type { Violation } from './history.ts'

const copyOf = (
  id: string,
) => `insert into payment_attempts select (jsonb_populate_record(a, jsonb_build_object(
  'id', '${id}', 'state', 'authorising', 'hold_active', false))).* from payment_attempts a order by created_at limit 1`

const ORDER_AGAIN = `insert into orders overriding system value select (jsonb_populate_record(o, jsonb_build_object(
  'id', -1, 'order_number', 'again', 'attempt_id', (select id from payment_attempts where id <> o.attempt_id limit 1)))).* from orders o limit 1`

const PROBES = [
  {
    invariant: 'I6 the database itself refuses a second live attempt',
    statements: [copyOf('att_probe_1'), copyOf('att_probe_2')],
    needs: 'payment_attempts',
  },
  {
    invariant: 'I3 the database itself refuses a second order',
    statements: [ORDER_AGAIN],
    needs: 'orders',
  },
]

/** Tries to write what must never be, and rolls it back: unique indexes must refuse it. */
export async function probeBackstops({ rows }: Pick<Sql, 'rows'>): Promise<Violation[]> {
  const violations: Violation[] = []
  for (const { invariant, statements, needs } of PROBES) {
    if ((await rows(`select from ${needs} limit 1`)).length === 0) continue
    const refusal = await rows(
      `do $$ begin ${statements.join(';')}; raise exception 'both were taken'; end $$`,
    ).catch((error: unknown) => error)
    const isRefused = refusal instanceof Error && 'code' in refusal && refusal.code === '23505'
    if (!isRefused) violations.push({ invariant, subject: needs, detail: String(refusal) })
  }
  return violations
}

export const BACKSTOPS = PROBES.map(({ invariant }) => invariant)
