/** Who changes something and from where. `name`: a member's email address, or `platform`. */
export type Actor = { name: string; address: string | null }

/** A refusal: of a sign-in, or of something that a member who is signed in has tried. */
export type RefusedAction =
  | 'auth.refused'
  | 'auth.limited'
  | 'auth.second_factor_refused'
  | 'auth.second_factor_limited'
  | 'access.forbidden'
  | 'form.forged'

/** What happened to a member's second factor. `ended`: the operator ended it. */
export type SecondFactorChange =
  | 'turned_on'
  | 'turned_off'
  | 'ended'
  | 'recovery_code_used'
  | 'recovery_codes_renewed'
  | 'passkey_added'
  | 'passkey_removed'

/** All that a member or the platform can do to a store, grouped by part of the application. */
export type AuditAction =
  | RefusedAction
  | 'member.signed_in'
  | 'member.signed_out_everywhere'
  | 'member.password_changed'
  | 'member.password_reset'
  | 'member.invited'
  | 'member.invitation_revoked'
  | 'member.joined'
  | 'member.role_changed'
  | 'member.removed'
  | 'member.reset_link_issued'
  | `member.second_factor.${SecondFactorChange}`
  | 'order.fulfilled'
  | 'order.unfulfilled'
  | 'order.tracking_changed'
  | 'order.delivered'
  | 'order.undelivered'
  | 'order.note_changed'
  | 'order.refunded'
  | 'order.units_came_back'
  | 'order.units_did_not_come_back'
  | 'order.failed_refund_seen'
  | 'order.mails_sent_again'
  | 'orders.exported'
  | 'buyer.exported'
  | 'buyer.erased'
  | 'product.created'
  | 'product.changed'
  | 'product.archived'
  | 'product.restored'
  | 'product.picture_changed'
  | 'stock.changed'
  | 'products.imported'
  | 'products.exported'
  | 'session.expired'
  | 'store.created'
  | 'store.changed'
  | 'store.closed'
  | 'delivery.changed'
  | 'origins.changed'
  | 'plan.changed'
  | 'webhook_endpoint.added'
  | 'webhook_endpoint.changed'
  | 'webhook_endpoint.removed'
  | 'webhook_endpoint.secret_rolled'
  | 'key.regenerated'
  | 'key.ended'

/** One line of the audit log. `subject`: such as an order's number. `details`: without secrets. */
export type AuditEntry = {
  actor: Actor
  action: AuditAction
  subject?: string | null
  details?: Record<string, unknown>
}
