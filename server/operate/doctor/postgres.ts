import type { Diagnosis } from '../../postgres/upkeep/diagnosis.ts'
import { type Finding, well, wrong } from './finding.ts'

/** What is left of PostgreSQL's connections for operators, as docs/runbook.md asks for. */
const SPARE = 10

type Demand = {
  /** How many connections the processes of these settings may open, and each of them. */
  connections: number
  each: number
  /** Whether the processes leave the schema to somebody else. */
  isServiceRole: boolean
}

/** What PostgreSQL's operator has set, or left undone. */
export function judgePostgres(found: Diagnosis, demand: Demand): Finding[] {
  return [
    judgeSlots(found),
    judgeArchive(found),
    judgeAutovacuum(found),
    judgeConnections(found, demand),
    ...(demand.isServiceRole ? [judgeRole(found)] : []),
  ]
}

function judgeSlots({ deadSlots }: Diagnosis) {
  const names = deadSlots.join(', ')
  return names === ''
    ? well('replication slots', 'none keeps WAL for nobody')
    : wrong(
        'replication slots',
        `nobody reads ${names}: WAL is kept for it until the disk is full`,
        'Start what reads it, or select pg_drop_replication_slot(…)',
      )
}

function judgeArchive({ archiveMode, failedWal }: Diagnosis) {
  if (failedWal === null)
    return well('archive', archiveMode === 'off' ? 'no WAL is archived' : 'WAL is archived')
  return wrong(
    'archive',
    `archive_command fails, latest with ${failedWal}: WAL is kept until the disk is full`,
    'PostgreSQL’s log has what the command says',
  )
}

function judgeAutovacuum({ autovacuum, unvacuumed }: Diagnosis) {
  if (autovacuum === 'off')
    return wrong(
      'autovacuum',
      'it is off: tables grow, and statements become slow',
      'Set autovacuum = on, and track_counts = on',
    )
  return unvacuumed.length === 0
    ? well('autovacuum', 'on')
    : wrong(
        'autovacuum',
        `it is off for ${unvacuumed.join(', ')}`,
        'alter table … reset (autovacuum_enabled)',
      )
}

function judgeConnections(
  {
    connectionsAllowed: allowed,
    connectionsOfService: own,
    connectionsOfOthers: others,
  }: Diagnosis,
  { connections, each }: Demand,
) {
  const processes = Math.max(connections / each, Math.ceil(own / each))
  const needed = processes * each + others + SPARE
  const is = `${allowed} may be open; the service needs ${processes * each}, others have ${others} of them now`
  return allowed >= needed
    ? well('connections', is)
    : wrong(
        'connections',
        is,
        `Raise max_connections, or the limit of the role or the database, to ${needed} or more`,
      )
}

function judgeRole({ role, ownsSchema }: Diagnosis) {
  return ownsSchema
    ? wrong(
        'role',
        `${role} may change the schema, and the service needs only rows`,
        'Let DATABASE_URL of the service name the role service of deploy/roles.sql',
      )
    : well('role', `${role} may change no schema`)
}
