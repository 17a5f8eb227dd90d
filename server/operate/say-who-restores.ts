import { RELEASE } from '../reporting/build.ts'
import type { CommonSettings } from '../postgres/common-settings.ts'

type Schemas = { schema: number; newest: number; latest: CommonSettings['newest'] }

/**
 * Which release can restore a backup of this version of the schema. After a rollback it is not the one
 * that made it, whose `newest` version is an older one. `latest`: the newest release that has run here.
 */
export function sayWhoRestores({ schema, newest, latest }: Schemas) {
  const which = `a release that knows schema version ${schema}`
  if (newest >= schema) return `${which}, as this one does (${RELEASE})`
  const known = `this one (${RELEASE}) knows ${newest}`
  return latest && latest.schema >= schema
    ? `${which}, as ${latest.release} does: ${known}`
    : `${which}, as the one that migrated the database does: ${known}`
}
