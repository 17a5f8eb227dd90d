import * as z from 'zod'
import { FIRST_CELL } from '../auth/random.ts'
import { parseRedisAddress } from '../cache/redis/redis-address.ts'
import { addressesOf, wantsWrites } from '../postgres/connection/hosts.ts'
import { SettingTexts, refuse } from '../contract/setting-texts.ts'

/** Like the driver, it allows an address without a host. */
const isReadable = (value: string) =>
  URL.canParse(value) || URL.canParse(value.replace('@/', '@host/'))

// PostgreSQL also takes addresses that are no URLs: a socket's folder instead of the host.
const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, { error: 'must be a postgres:// address', abort: true })
  .refine(
    (value) => addressesOf(value).length > 0 && addressesOf(value).every(isReadable),
    'cannot be read as an address: escape special characters in the user and the password',
  )
  .refine(wantsWrites, 'may ask for target_session_attrs=read-write alone: the service writes')
  .superRefine(refuseUnreadable)

const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']
const LIMITS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']

/** The driver takes an unknown one for none, and a limit that is no number for none. */
function refuseUnreadable(url: string, context: z.RefinementCtx) {
  const fields = new URLSearchParams(url.split('?')[1])
  const mode = fields.get('sslmode')
  if (mode !== null && !SSL_MODES.includes(mode))
    context.addIssue(`knows no sslmode=${mode}: write one of ${SSL_MODES.join(', ')}`)
  for (const limit of LIMITS)
    if (fields.has(limit) && !/^\d+$/.test(fields.get(limit) ?? ''))
      context.addIssue(`${limit} must be a number of milliseconds`)
}

const redisUrl = z
  .string()
  .refine(
    (value) => parseRedisAddress(value) !== undefined,
    'must be a redis: or rediss: address, several of them with commas between, or redis+sentinel://host:26379,host2:26379/master-name',
  )

/** More have too few connections of a usual PostgreSQL. */
const MOST_WORKERS = 16

/** Without them: an embedded database in `DATA_DIR`, and the memory of the process. */
export const StorageSettings = z
  .object({
    DATABASE_URL: databaseUrl.optional().register(SettingTexts, {
      isSecret: true,
      summary: 'PostgreSQL 15 or newer',
      default: 'an embedded PostgreSQL in `DATA_DIR`',
      more: 'Its encoding must be UTF8; [other settings of it](operate.md#the-databases-own-settings) have no effect on the service. The start refuses a database with `fsync = off` in production. Of several hosts (`postgres://user@db-1:5432,db-2:5432/shop?target_session_attrs=read-write`) the service uses the one that takes writes, and follows it when another one is promoted.',
    }),
    MIGRATE: z.enum(['auto', 'never']).default('auto').register(SettingTexts, {
      summary: '`never` leaves the schema to `npm run migrate`',
      more: 'With `never` the role of `DATABASE_URL` needs no right to change the schema. [Operate](operate.md#update-it) says how.',
    }),
    DATABASE_POOLER: z.enum(['none', 'transaction']).default('none').register(SettingTexts, {
      summary:
        '`transaction` behind a pooler that keeps no session, such as PgBouncer’s `pool_mode = transaction`',
      more: 'The start finds such a pooler out by itself, unless it hides it. [Operate](operate.md#behind-a-pooler) says what changes.',
    }),
    REDIS_URL: redisUrl.optional().register(SettingTexts, {
      isSecret: true,
      summary: 'Redis 7 or newer: a server, a cluster, or a master that sentinels know',
      default: 'the process’s memory',
      more: 'It begins with `redis://` or `rediss://` (TLS). Several addresses with commas between are nodes of a cluster. Sentinels have the form `redis+sentinel://[user:password@]host:26379,host2:26379/master-name[/database]`, or `rediss+sentinel://`; those that want a password of their own get it by `?sentinel_password=…` and `&sentinel_username=…`. Two or more processes need Redis, because they share only this and the database. [Scale](scale.md#redis-cluster-and-sentinel) has more.',
    }),
    WORKERS: z.coerce.number().int().min(1).max(MOST_WORKERS).default(1).register(SettingTexts, {
      summary: 'processes of the service on this machine, which share its port',
      unit: 'processes',
      more: 'More than 1 need `REDIS_URL` and `DATABASE_URL`. [Scale](scale.md#one-machine-all-of-its-cores) has more.',
    }),
    CELL: z
      .string()
      .regex(/^[0-9A-Za-z]{2}$/, { error: 'must be two letters or digits' })
      .default(FIRST_CELL)
      .register(SettingTexts, {
        summary: 'two letters or digits that ids and keys of this database carry',
        more: 'A database stays what it was at its first start: the start refuses another one. [Scale](scale.md#cells) has more.',
      }),
    DATA_DIR: z.string().default('.data').register(SettingTexts, {
      summary: 'folder of the embedded database and of generated secrets',
    }),
    TEST_LEDGER_URL: databaseUrl.optional().register(SettingTexts, {
      summary: 'another database, with our schema, for the books of the test provider',
      isForTests: true,
    }),
  })
  .superRefine(({ WORKERS, REDIS_URL, DATABASE_URL, DATABASE_POOLER }, context) => {
    if (DATABASE_POOLER !== 'none' && DATABASE_URL === undefined)
      refuse(context, 'DATABASE_POOLER', 'needs DATABASE_URL: no pooler leads to the embedded one')
    if (WORKERS === 1) return
    if (REDIS_URL === undefined)
      refuse(context, 'WORKERS', 'needs REDIS_URL: processes share limits and signals by Redis')
    if (DATABASE_URL === undefined)
      refuse(context, 'WORKERS', 'needs DATABASE_URL: the embedded database is of one process')
  })
  .transform(
    ({
      DATABASE_URL,
      MIGRATE,
      DATABASE_POOLER,
      REDIS_URL,
      WORKERS,
      CELL,
      DATA_DIR,
      TEST_LEDGER_URL,
    }) => ({
      databaseUrl: DATABASE_URL,
      migrate: MIGRATE,
      databasePooler: DATABASE_POOLER,
      redisUrl: REDIS_URL,
      workers: WORKERS,
      cell: CELL,
      dataDir: DATA_DIR,
      testLedgerUrl: TEST_LEDGER_URL,
    }),
  )
