import { statfs } from 'node:fs/promises'
import type { Ailments, Diagnosis } from '../../postgres/upkeep/diagnosis.ts'
import { CLOCKS_APART_MS } from '../../rounds/record-clock.ts'
import { type Finding, well, wrong } from './finding.ts'

const OLDEST_POSTGRES = 15
const LEAST_FREE = 0.1
const LEAST_FREE_BYTES = 1024 ** 3

/** The database itself, before anything that is in it. */
export function judgeDatabase(found: Diagnosis): Finding[] {
  return [
    found.major < OLDEST_POSTGRES
      ? wrong(
          'database',
          `PostgreSQL ${found.version} is too old`,
          `Update it to ${OLDEST_POSTGRES} or newer`,
        )
      : well('database', `PostgreSQL ${found.version}`),
    judgeWrites(found),
    found.encoding === 'UTF8'
      ? well('encoding', 'UTF8')
      : wrong(
          'encoding',
          `${found.encoding} cannot hold all names`,
          'Create the database with UTF8',
        ),
    found.fsync === 'on'
      ? well('durability', 'what is committed outlives a crash')
      : wrong('durability', 'fsync is off: a crash forgets payments', 'Set fsync = on'),
    judgeStandbys(found),
    judgePooler(found),
    judgeClocks(found.aheadMs),
    judgeSchema(found),
  ]
}

function judgePooler({ pooler }: Diagnosis) {
  if (!pooler) return well('pooler', 'none that keeps transactions apart')
  return well(
    'pooler',
    pooler.keepsStatements
      ? 'a pooler of transactions, which keeps prepared statements'
      : 'a pooler of transactions, which keeps no prepared statements: each is read anew',
  )
}

function judgeWrites({ isStandby, isReadOnly }: Diagnosis) {
  if (isStandby)
    return wrong('writes', 'the database is a standby', 'Let DATABASE_URL lead to the primary')
  return isReadOnly
    ? wrong('writes', 'the database is read-only', 'Set default_transaction_read_only = off')
    : well('writes', 'the database can be written')
}

function judgeStandbys({ synchronous, synchronousStandbys, standbys }: Diagnosis) {
  if (synchronous !== '' && synchronousStandbys === 0)
    return wrong(
      'replication',
      `no standby of synchronous_standby_names (${synchronous}) is there: every commit waits for it`,
      'Start the standby, or take it out of the setting',
    )
  if (synchronous !== '' && synchronousStandbys === null)
    return well(
      'replication',
      `${standbys} standbys; this role may not see which of them are synchronous`,
    )
  const kind = synchronous === '' ? 'asynchronous' : 'synchronous'
  return well('replication', standbys === 0 ? 'no standby' : `${standbys} standbys, ${kind}`)
}

export function judgeClocks(aheadMs: number) {
  const seconds = Math.round(Math.abs(aheadMs) / 1000)
  if (Math.abs(aheadMs) < CLOCKS_APART_MS)
    return well('clocks', `this host and the database are ${seconds} s apart`)
  return wrong(
    'clocks',
    `this host is ${seconds} s ${aheadMs < 0 ? 'ahead of' : 'behind'} the database`,
    'Let both keep time by NTP (chrony or systemd-timesyncd)',
  )
}

function judgeSchema({ schema, newestSchema }: Diagnosis) {
  if (schema < newestSchema)
    return wrong(
      'schema',
      `${newestSchema - schema} migrations are pending (${schema} of ${newestSchema})`,
      'Run npm run migrate',
    )
  return well(
    'schema',
    schema === newestSchema
      ? `version ${schema}`
      : `version ${schema}, newer than this service's ${newestSchema}`,
  )
}

/**
 * Of the disk on which `folder` is; nothing where that is on another machine.
 * @param folder `null` where this role may not see which it is
 */
export async function checkDisk(folder: string | null): Promise<Finding[]> {
  if (folder === null) return [well('disk', 'not looked at: this role may not see data_directory')]
  const disk = await statfs(folder).catch(() => undefined)
  if (!disk) return []
  const free = disk.bavail * disk.bsize
  const share = disk.bavail / disk.blocks
  const summary = `${Math.round(free / 1024 ** 2)} MB free (${Math.round(share * 100)} %) in ${folder}`
  return [
    (share < LEAST_FREE && free < 10 * LEAST_FREE_BYTES) || free < LEAST_FREE_BYTES
      ? wrong('disk', summary, 'Make room: a full disk stops all sales')
      : well('disk', summary),
  ]
}

/** What is in the database that somebody should look after. */
export function judgeRows(
  found: Ailments,
  { takesRealMoney, isProduction }: { takesRealMoney: boolean; isProduction: boolean },
): Finding[] {
  const counted = (count: number, [subject, is, advice]: [string, string, string]) =>
    count === 0 ? well(subject, 'none') : wrong(subject, `${count} ${is}`, advice)
  const { storesWithoutSeller: stores, failingEndpoints: endpoints } = found
  return [
    !takesRealMoney || stores.length === 0
      ? well('sellers', 'every store that has to has said who sells')
      : wrong(
          'sellers',
          `${stores.join(', ')} cannot sell before saying who sells and how buyers reach it`,
          'Set it in Settings, General, or by the platform API',
        ),
    counted(found.stuckPayments, [
      'stuck payments',
      'were due more than 10 minutes ago',
      'See that a service runs and reaches its provider',
    ]),
    counted(found.unresolvedOrphans, [
      'orphaned payments',
      'are unresolved for more than a day',
      'Read payment.orphan.refused in the log',
    ]),
    counted(found.unresolvedBreaks, [
      'payments that differ',
      'are not put right for more than a day',
      'Run npm run reconcile',
    ]),
    counted(found.deniedMails, [
      'mails to buyers',
      'wait because the mail server refuses them, and not for their addresses',
      'Read buyer_mail.denied in the log: the server has to relay for this account and sender',
    ]),
    endpoints.length === 0
      ? well('webhooks', 'no endpoint has been failing for an hour')
      : wrong(
          'webhooks',
          `${endpoints.join(', ')} failed for more than an hour`,
          'Tell the merchant; npm run listen shows what is sent',
        ),
    judgeBackup(found.backedUpAt, isProduction),
    judgeBooks(found.booksComparedAt),
    judgeHistory(found.unsureBefore),
  ]
}

function judgeHistory(unsureBefore: Date | null) {
  return unsureBefore === null
    ? well('restore', 'nothing waits for the provider’s books')
    : wrong(
        'restore',
        `sessions and orders from before ${unsureBefore.toISOString()} wait for the provider’s books`,
        'See that a service runs; its log says why (payment.recovery.failed)',
      )
}

const TWO_DAYS_MS = 2 * 86_400_000

function judgeBackup(backedUpAt: Date | null, isProduction: boolean) {
  const is = backedUpAt === null ? 'there is none' : `the latest is of ${backedUpAt.toISOString()}`
  const isOld = backedUpAt === null || Date.now() - backedUpAt.getTime() > TWO_DAYS_MS
  return isOld && isProduction
    ? wrong('backup', is, 'Run npm run backup once a day, or let PostgreSQL archive WAL')
    : well('backup', is)
}

function judgeBooks(comparedAt: Date | null) {
  if (comparedAt === null) return well('books', 'not compared yet')
  return Date.now() - comparedAt.getTime() > TWO_DAYS_MS
    ? wrong(
        'books',
        `not compared since ${comparedAt.toISOString()}`,
        'See that a service runs; its log says why (background.failed)',
      )
    : well('books', `compared at ${comparedAt.toISOString()}`)
}
