import * as z from 'zod'
import { SettingTexts } from '../contract/setting-texts.ts'

/** As the driver does it: the host may be missing. */
const isReadable = (value: string) =>
  URL.canParse(value) || URL.canParse(value.replace('@/', '@host/'))

// Not every address that PostgreSQL takes is a URL for others: a socket's folder stands where a
// host name would.
const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, { error: 'must be a postgres:// address', abort: true })
  .refine(
    (value) =>
      !/^\w+:\/\/[^/?#]*,[^/?#@]*(?:[/?#]|$)|[?&](?:host|port)=[^&]*(?:,|%2c)/i.test(value),
    {
      error:
        'names several hosts: give one address, such as that of a proxy which knows the primary',
      abort: true,
    },
  )
  .refine(isReadable, 'is no address that can be read: escape what is special in user and password')

const redisUrl = z.string().refine(
  (value) =>
    value.split(',').every((part) => {
      const url = URL.parse(part.trim())
      return url !== null && ['redis:', 'rediss:'].includes(url.protocol) && url.hostname !== ''
    }),
  'must be a redis: or rediss: address, or several of them with commas between',
)

/** Database and cache; without them an embedded database in `DATA_DIR`, and the process's memory. */
export const StorageSettings = z
  .object({
    DATABASE_URL: databaseUrl.optional().register(SettingTexts, {
      says: 'PostgreSQL 15 or newer',
      default: 'an embedded PostgreSQL in `DATA_DIR`',
      more: 'The start refuses a database with `fsync = off` in production.',
    }),
    REDIS_URL: redisUrl.optional().register(SettingTexts, {
      says: 'Redis 7 or newer; several addresses with commas between for a cluster',
      default: 'memory of the one process',
      more: 'It begins with `redis://` or `rediss://`. Two processes need it: they share nothing else but the database.',
    }),
    DATA_DIR: z
      .string()
      .default('.data')
      .register(SettingTexts, { says: 'folder of the embedded database and of generated secrets' }),
    TEST_LEDGER_URL: databaseUrl.optional().register(SettingTexts, {
      says: 'another database, with our schema, for the books of the test provider',
      isForTests: true,
    }),
  })
  .transform(({ DATABASE_URL, REDIS_URL, DATA_DIR, TEST_LEDGER_URL }) => ({
    databaseUrl: DATABASE_URL,
    redisUrl: REDIS_URL,
    dataDir: DATA_DIR,
    testLedgerUrl: TEST_LEDGER_URL,
  }))
