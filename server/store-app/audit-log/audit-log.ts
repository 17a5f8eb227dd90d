import type { PageQuery } from '../../checkout/ports/list-pages.ts'
import type { Actor } from '../../checkout/stores/audit.ts'

/** A newer version may have written actions that this one does not know. */
export type AuditLine = {
  id: number
  at: Date
  actor: Actor
  action: string
  subject: string | null
  details: Record<string, unknown>
}

export type AuditFilter = { actor?: string | undefined; actions?: string[] | undefined }

export type AuditQuery = PageQuery & AuditFilter
