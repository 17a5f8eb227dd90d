import type { AuditEntry } from '../checkout/stores/audit.ts'
import { type Queryable, named } from './database.ts'

/** Call this in the transaction of the change. */
export const insertAudit = (
  tx: Queryable,
  storeId: string,
  { actor, action, subject = null, details }: AuditEntry,
) =>
  tx.run(named('insert-audit')`
    insert into audit_log (store_id, actor, action, subject, details, address)
    values (${storeId}, ${actor.name}, ${action}, ${subject},
      ${details ? JSON.stringify(details) : null}, ${actor.address})`)
