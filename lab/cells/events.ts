import type { EventList } from '../../server/contract/events.ts'
import type { Sql } from '../../server/testing/sql.ts'
import { type Shop, ask } from '../buyer/shop.ts'

export type LoggedEvent = { id: string; type: string; session: string; orderNumber: string | null }

/** All events of the store, in the order of its log. */
export async function readLog({ baseUrl, secretKey: token }: Shop) {
  const events: LoggedEvent[] = []
  for (let after = ''; ;) {
    const url = `${baseUrl}/v1/events?limit=100${after && `&after=${encodeURIComponent(after)}`}`
    const { status, body } = await ask<EventList>('GET', url, { token })
    if (status !== 200 || !body) throw new Error(`the log of events: ${status}`)
    for (const { id, type, data } of body.data)
      events.push({ id, type, session: data.sessionId, orderNumber: data.orderNumber ?? null })
    if (body.data.length === 0) return events
    after = body.nextCursor
  }
}

/** The ids that the record had, which the move leaves behind. */
export const recordedIds = async (sql: Sql, storeId: string) =>
  (
    await sql.rows<{ id: string }>(
      `select event_id(type, session_id, refund_id) as id
       from events where store_id = $1 order by placed_in, events.id`,
      [storeId],
    )
  ).map(({ id }) => id)

/**
 * `fulfilled`: orders in which one was fulfilled after the other was answered. `disordered`: events
 * that come before one that was written earlier. `swapped`: pairs that were written at the same
 * moment, in whichever order.
 */
export function compareLogs(before: string[], after: LoggedEvent[], fulfilled: string[]) {
  const indexes = new Map(after.map(({ id }, index) => [id, index]))
  const kept = before.flatMap((id) => indexes.get(id) ?? [])
  const marked = after.filter(({ type }) => type === 'order.fulfilled')
  const paidAt = new Map(
    after.flatMap(({ type, session }, index) =>
      type === 'checkout.session.completed' ? [[session, index] as const] : [],
    ),
  )
  const isEarly = ({ id, session }: LoggedEvent) =>
    (indexes.get(id) ?? 0) < (paidAt.get(session) ?? Infinity)
  const isOutOfOrder = ({ orderNumber }: LoggedEvent, index: number) =>
    index < fulfilled.length && orderNumber !== fulfilled[index]
  return {
    events: before.length,
    missing: before.length - kept.length,
    disordered: marked.filter((event, index) => isEarly(event) || isOutOfOrder(event, index))
      .length,
    swapped: kept.filter((each, index) => each < (kept[index - 1] ?? 0)).length,
  }
}
