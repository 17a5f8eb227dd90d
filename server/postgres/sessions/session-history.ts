import {
  type SessionEvent,
  type SessionHistory,
  toEvents,
} from '../../checkout/sessions/session-history.ts'
import { type Column, columns, flag, integer, moment, orNull, text, word } from '../columns.ts'

const NEXT = columns({ id: text('n.id'), createdAt: moment('n.created_at') })

const ATTEMPT = columns<SessionHistory['attempts'][number]>({
  state: word('h.state'),
  beganAt: moment('h.created_at'),
  settledAt: orNull(moment('h.settled_at')),
  amount: integer('h.amount'),
  currency: text('h.currency'),
  declineCode: orNull(text('h.decline_code')),
  isChallenged: flag('h.challenge_url is not null'),
})

const ORDER = columns({
  number: text('p.order_number'),
  paidAt: moment('p.paid_at'),
  amount: integer('p.amount_total'),
  currency: text('p.currency'),
})

const HISTORY = columns<SessionHistory>({
  state: word('s.state'),
  createdAt: moment('s.created_at'),
  createdWith: orNull(word('s.created_with')),
  restartedFrom: orNull(text('s.restarted_from')),
  next: orNull(
    NEXT.one(`
      (select ${NEXT.object}
      from checkout_sessions n
      where n.restarted_from = s.id)`),
  ),
  openedAt: orNull(moment('s.opened_at')),
  expiresAt: moment('s.expires_at'),
  endedAt: orNull(moment('s.ended_at')),
  endedBy: orNull(text('s.ended_by')),
  attempts: ATTEMPT.many(`
    (select coalesce(json_agg(${ATTEMPT.object} order by h.created_at), '[]')
    from payment_attempts h
    where h.session_id = s.id)`),
  order: orNull(
    ORDER.one(`
      (select ${ORDER.object}
      from orders p
      where p.session_id = s.id)`),
  ),
}).one()

/** A column of `checkout_sessions s`: its life so far, the oldest first. */
export const SESSION_EVENTS: Column<SessionEvent[]> = {
  expression: HISTORY.expression,
  parse(value) {
    const history = HISTORY.parse(value)
    return history && toEvents(history)
  },
}
