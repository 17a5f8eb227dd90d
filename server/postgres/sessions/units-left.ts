/** Units that the last payment of `checkout_sessions s` has kept for its next one. */
export const KEPT_UNITS = `
  case when s.attempts > 0 then (
    select coalesce(sum(kept.quantity), 0)::integer
    from payment_attempts kept
    where kept.session_id = s.id
      and kept.hold_active)
  else 0 end`

/** How many units of `variants v` the session can buy. */
export const UNITS_LEFT = `
  case when v.removed then 0 else greatest(v.stock + ${KEPT_UNITS}, 0) end`
