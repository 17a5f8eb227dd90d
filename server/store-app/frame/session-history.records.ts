import { fragment } from '../../postgres/database.ts'

/** The column `history` of `checkout_sessions s`: a `SessionHistory`, for `toEvents`. */
export const SESSION_HISTORY = fragment(`
  json_build_object(
    'state', s.state,
    'createdAt', s.created_at,
    'createdWith', s.created_with,
    'restartedFrom', s.restarted_from,
    'next', (
      select json_build_object('id', n.id, 'createdAt', n.created_at)
      from checkout_sessions n
      where n.restarted_from = s.id),
    'openedAt', s.opened_at,
    'expiresAt', s.expires_at,
    'endedAt', s.ended_at,
    'endedBy', s.ended_by,
    'attempts', (
      select coalesce(json_agg(json_build_object(
        'state', h.state,
        'beganAt', h.created_at,
        'settledAt', h.settled_at,
        'amount', h.amount,
        'currency', h.currency,
        'declineCode', h.decline_code,
        'isChallenged', h.challenge_url is not null) order by h.created_at), '[]')
      from payment_attempts h
      where h.session_id = s.id),
    'order', (
      select json_build_object(
        'number', p.order_number,
        'paidAt', p.paid_at,
        'amount', p.amount_total,
        'currency', p.currency)
      from orders p
      where p.session_id = s.id)) as history`)
