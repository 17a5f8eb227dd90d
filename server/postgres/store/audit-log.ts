import type { AuditEntry, AuditRecords } from '../../store/audit.ts'
import { type Pool, type Queryable, named, sql } from '../database.ts'

/** In the transaction of the change that it tells of. */
export const insertAudit = (tx: Queryable, storeId: string, { actor, action, subject = null, details }: AuditEntry) =>
  tx.run(named('insert-audit', sql`
    insert into audit_log (store_id, actor, action, subject, details, address)
    values (${storeId}, ${actor.name}, ${action}, ${subject}, ${details ? JSON.stringify(details) : null}, ${actor.address})`))

export const openAuditRecords = (_pool: Pool): AuditRecords => ({})
