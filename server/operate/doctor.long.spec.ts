import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type RequestListener, type Server, createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from 'redis'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../postgres/embedded/embedded-postgres.ts'
import { LIVE, aProduct, aStore } from '../testing/builders.ts'
import { runOperatorProgram } from '../testing/servers/operator-process.ts'
import { SAMPLE_CERTIFICATE, SAMPLE_KEY } from '../testing/sample-certificate.ts'
import { openSql } from '../testing/sql.ts'
import { anOrder } from '../testing/store/store-builders.ts'
import { asOwner, createDatabase, createTestDatabase } from '../testing/servers/test-postgres.ts'
import { startRedis } from '../testing/servers/redis-server.ts'
import { type TestService, startTestService } from '../testing/servers/test-service.ts'
import { run } from '../../lab/deploy/run.ts'
import { urlOf } from '../../lab/failover/node.ts'
import { startPair } from '../../lab/failover/pair.ts'
import { PROJECT } from '../../lab/servers/lab-service.ts'

const STRIPE = {
  PAYMENT_PROVIDER: 'stripe',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_API_BASE: 'http://127.0.0.1:1',
}

let folder: string
let postgres: EmbeddedPostgres
let service: TestService
let mail: SMTPServer
/** The settings of a machine on which all is well. */
let good: Record<string, string>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hc-doctor-'))
  postgres = await startEmbeddedPostgres({ dataDir: folder })
  const { host, user, database } = postgres.connection
  const databaseUrl = `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`
  mail = new SMTPServer({ disabledCommands: ['AUTH', 'STARTTLS'] })
  mail.listen(0, '127.0.0.1')
  await once(mail.server, 'listening')
  const { port } = mail.server.address() as AddressInfo
  const env = { REDIS_URL: inject('redisUrl'), SMTP_URL: `smtp://127.0.0.1:${port}` }
  service = await startTestService({ databaseUrl, env })
  good = { ...env, DATABASE_URL: databaseUrl, PORT: new URL(service.baseUrl).port }
  await anOrder(service, await aStore(service, LIVE))
})

afterAll(async () => {
  await service.stop()
  await postgres.stop()
  await new Promise<void>((done) => mail.close(done))
  await rm(folder, { recursive: true })
})

/** The settings of a test are not those of the service that has started: a test of its own is about that. */
const isWrong = (line: string) =>
  line.startsWith('!!') && !line.includes(' in the latest process that started. ')

/** What the doctor says where these settings are other ones. */
async function findAll(changed: Record<string, string>) {
  const { lines, code, stderr } = await runOperatorProgram('doctor', {
    env: { ...good, ...changed },
  })
  expect(stderr).toBe('')
  expect(code === 0).toBe(!lines.some((line) => line.startsWith('!!')))
  return lines
}

const findWrong = async (changed: Record<string, string> = {}) =>
  (await findAll(changed)).filter(isWrong)

async function serve(server: Server) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

describe('contract §1: doctor', () => {
  test('wrong settings are all named, and nothing else is looked at', async () => {
    const found = await findWrong({ PORT: 'abc', LOG_LEVEL: 'loud', SESSION_TTL_SECONDS: '1' })
    expect(found.map((line) => /settings: (\w+)/.exec(line)?.[1])).toEqual([
      'PORT',
      'SESSION_TTL_SECONDS',
      'LOG_LEVEL',
    ])
    expect(await findWrong({ DATABSE_URL: 'x' })).toEqual([
      expect.stringContaining('is DATABASE_URL meant?'),
    ])
    expect(await findWrong({ PLATFORM_TOKEN: '', PLATFORM_TOKEN_FILE: '/none' })).toEqual([
      expect.stringContaining('PLATFORM_TOKEN_FILE: /none cannot be read'),
    ])
  })

  test('addresses: nobody there, somebody else there, a certificate that nobody trusts', async () => {
    await using other = await serve(createServer((_request, response) => response.end('hello')))
    await using tls = await serve(createTlsServer({ cert: SAMPLE_CERTIFICATE, key: SAMPLE_KEY }))
    const found = await findWrong({
      BASE_URL: `http://localhost:${other.port}`,
      CHECKOUT_URL: `https://localhost:${tls.port}/checkout`,
      PAYMENT_FRAME_URL: 'http://127.0.0.1:1/frame',
    })
    expect(found).toEqual([
      expect.stringMatching(/^!! {2}BASE_URL: .* is answered by something else/),
      expect.stringMatching(/^!! {2}CHECKOUT_URL: .*cannot be reached \(.*self.signed/),
      expect.stringMatching(
        /^!! {2}PAYMENT_FRAME_URL: .*cannot be reached \(.*(ECONNREFUSED|bad port)/,
      ),
    ])
  })

  test('neighbours: Redis, the mail server and Stripe', async () => {
    await using stripe = await serve(
      createServer((request, response) => {
        response.setHeader('content-type', 'application/json')
        response.end(
          request.url?.startsWith('/v1/balance')
            ? JSON.stringify({ object: 'balance', livemode: true })
            : JSON.stringify({
                object: 'list',
                data: [
                  {
                    url: `${service.baseUrl}/payment-notifications`,
                    status: 'enabled',
                    enabled_events: ['payment_intent.succeeded'],
                  },
                ],
              }),
        )
      }),
    )
    expect(
      await findWrong({
        ...STRIPE,
        STRIPE_API_BASE: `http://127.0.0.1:${stripe.port}`,
        REDIS_URL: 'redis://127.0.0.1:1',
        SMTP_URL: 'smtp://127.0.0.1:1',
      }),
    ).toEqual([
      expect.stringMatching(/^!! {2}GUARANTEE_NOTICES: not set/),
      expect.stringMatching(/^!! {2}Redis: it does not answer/),
      expect.stringMatching(/^!! {2}provider: Stripe's key is of live mode/),
      expect.stringMatching(
        /^!! {2}notifications: Stripe does not send .*charge\.dispute\.created/,
      ),
      expect.stringMatching(/^!! {2}mail: 127\.0\.0\.1 refuses/),
    ])
    expect(await findWrong(STRIPE)).toEqual([
      expect.stringMatching(/^!! {2}GUARANTEE_NOTICES: not set/),
      expect.stringMatching(/^!! {2}provider: Stripe cannot be reached \(.*ECONNREFUSED/),
    ])
  })

  test('the database: away, without its schema, with pending migrations, read-only, with fsync off', async () => {
    expect(await findWrong({ DATABASE_URL: 'postgres://127.0.0.1:1/x' })).toEqual([
      expect.stringMatching(/^!! {2}database: it cannot be asked \(.*ECONNREFUSED/),
    ])
    const server = inject('postgres')
    const name = `empty_${crypto.randomUUID().replaceAll('-', '')}`
    await createDatabase(server, { name })
    const empty = `postgresql://${server.user}@/${name}?host=${encodeURIComponent(server.host)}`
    expect(await findWrong({ DATABASE_URL: empty })).toEqual([
      expect.stringMatching(/^!! {2}durability: fsync is off/),
      expect.stringMatching(/^!! {2}schema: \d+ migrations are pending/),
    ])
    const database = await createTestDatabase()
    const sql = openSql(database.url)
    await sql.rows(
      'delete from schema_migrations where version = (select max(version) from schema_migrations)',
    )
    await sql.rows('revoke select on orders, payment_attempts from service')
    await sql.close()
    const url = `${database.impatientUrl}&options=-c%20default_transaction_read_only%3Don`
    expect(await findWrong({ DATABASE_URL: url })).toEqual([
      expect.stringMatching(/^!! {2}writes: the database is read-only/),
      expect.stringMatching(/^!! {2}durability/),
      expect.stringMatching(/^!! {2}schema: 1 migrations are pending/),
    ])
    const owner = openSql(asOwner(database.url))
    await owner.rows('insert into schema_migrations (version) values (9999)')
    await owner.close()
    expect(await findWrong({ DATABASE_URL: database.impatientUrl })).toEqual([
      expect.stringMatching(/^!! {2}database: it cannot be asked \(permission denied for table/),
    ])
    await database.drop()
  })

  test('with the rights of deploy/roles.sql it sees the standbys and the disk; without them it says that it does not', async () => {
    const home = await mkdtemp(join(tmpdir(), 'hc-doctor-'))
    const pair = await startPair(home)
    onTestFinished(async () => {
      await pair.stop()
      await rm(home, { recursive: true })
    })
    const { admin, port } = pair.primary()
    const DATABASE_URL = urlOf(port).replace('//postgres@', '//service@')
    await admin.query('create role service login')
    const isAbout = (line: string) => /^.. {2}(replication|disk):/.test(line)
    expect((await findAll({ DATABASE_URL })).filter(isAbout)).toEqual([
      'ok  replication: 1 standbys; this role may not see which of them are synchronous',
      'ok  disk: not looked at: this role may not see data_directory',
    ])
    const roles = await readFile(join(PROJECT, 'deploy/roles.sql'), 'utf8')
    await admin.query(/^grant .*;$/m.exec(roles)?.[0] ?? expect.fail('roles.sql grants nothing'))
    expect((await findAll({ DATABASE_URL })).filter(isAbout)).toEqual([
      'ok  replication: 1 standbys, synchronous',
      expect.stringMatching(/^.. {2}disk: \d+ MB free/),
    ])
  })

  test('rows: who cannot sell, what is stuck, what is unresolved, which endpoints fail', async () => {
    const database = await createTestDatabase()
    const sick = await startTestService({ databaseUrl: database.url })
    const silent = await aStore(sick)
    await aStore(sick, { ...LIVE, deliveryCountries: ['US'] })
    const store = await aStore(sick, LIVE)
    await aProduct(sick, store)
    const { body } = await sick.platform<{ id: string }>(
      'POST',
      `/stores/${store.id}/webhook-endpoints`,
      {
        url: 'http://localhost:65535/hook',
      },
    )
    await anOrder(sick, store)
    await sick.stop()
    const sql = openSql(database.url)
    await sql.rows('update stores set seller_required = true')
    await sql.rows(
      "update payment_attempts set next_check_at = clock_timestamp() - interval '1 hour'",
    )
    await sql.rows(
      "update webhook_endpoints set failing_since = clock_timestamp() - interval '2 hours'",
    )
    await sql.rows(`insert into orphaned_payments
        (provider, payment_id, attempt_id, amount, captured, refunded, currency, is_open, names_us,
          begun_at, found_at, next_check_at)
      values ('test', 'pay_1', 'att_1', 100, 100, 0, 'EUR', false, true, clock_timestamp(),
        clock_timestamp() - interval '2 days', clock_timestamp())`)
    await sql.rows(`insert into buyer_mails
        (store_id, kind, session_id, attempt_id, put_off_by, refusal)
      select store_id, 'confirmation', session_id, id, 'denied', 554 from payment_attempts`)
    await sql.rows(
      "update reconciliation_rounds set finished_at = clock_timestamp() - interval '3 days'",
    )
    await sql.close()
    const found = await findWrong({ ...STRIPE, DATABASE_URL: database.impatientUrl })
    expect(found.filter((line) => !/^!! {2}(durability|provider):/.test(line))).toEqual([
      expect.stringContaining(`sellers: ${silent.id} cannot sell`),
      expect.stringContaining('stuck payments: 1 were due'),
      expect.stringContaining('orphaned payments: 1 are unresolved'),
      expect.stringContaining(
        'mails to buyers: 1 wait because the mail server refuses them, and not for their addresses',
      ),
      expect.stringContaining(`webhooks: ${body.id} failed`),
      expect.stringContaining('books: not compared since'),
      expect.stringMatching(
        `not set, and (${silent.id}, ${store.id}|${store.id}, ${silent.id}) must`,
      ),
    ])
    await database.drop()
  })

  describe('what is planted on a machine that is good otherwise', () => {
    /** A clock of this host that is behind the database's by so much. */
    const aClock = (behindMs: number) => ({
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(
        `const now = Date.now; Date.now = () => now() - ${behindMs}`,
      )}`,
    })

    const isReady = async () => (await service.call('GET', '/readyz')).status === 200

    /** Our hosted page behind a certificate that is trusted and has this life, as `date` reads it. */
    async function aCertificate({ since, until }: { since: string; until: string }) {
      const home = await mkdtemp(join(folder, 'certificate-'))
      const [key, certificate] = [join(home, 'key.pem'), join(home, 'certificate.pem')]
      const at = async (moment: string) =>
        (await run('date', ['-u', '-d', moment, '+%Y%m%d%H%M%SZ'])).trim()
      await writeFile(join(home, 'index'), '')
      await writeFile(join(home, 'openssl.cnf'), authorityIn(home))
      const ask = `req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=localhost
        -config ${home}/openssl.cnf -keyout ${key} -out ${home}/request.pem`
      await run('openssl', ask.split(/\s+/))
      const sign = `ca -batch -notext -selfsign -keyfile ${key} -in ${home}/request.pem -out ${certificate}
        -config ${home}/openssl.cnf -startdate ${await at(since)} -enddate ${await at(until)}`
      await run('openssl', sign.split(/\s+/))
      const [cert, secret] = [await readFile(certificate), await readFile(key)]
      const answer: RequestListener = (_request, response) =>
        response.setHeader('request-id', 'req_1').end('{}')
      const tls = await serve(createTlsServer({ cert, key: secret }, answer))
      return {
        ...tls,
        env: {
          CHECKOUT_URL: `https://localhost:${tls.port}/checkout`,
          NODE_EXTRA_CA_CERTS: certificate,
        },
      }
    }

    /** OpenSSL's settings for an authority that signs itself; only such a one dates back. */
    const authorityIn = (home: string) => `
[req]
distinguished_name = name
[name]
[ca]
default_ca = own
[own]
new_certs_dir = ${home}
database = ${home}/index
rand_serial = yes
default_md = sha256
policy = any
x509_extensions = extensions
[any]
commonName = supplied
[extensions]
subjectAltName = DNS:localhost
`

    /** A Redis that has used nearly all that it may. */
    async function aFullRedis(policy: string) {
      const server = await startRedis()
      const client = createClient({ url: server.url })
      await client.connect()
      const used = Number(/^used_memory:(\d+)/m.exec(await client.info())?.[1])
      await client.configSet({
        maxmemory: String(Math.round(used * 1.05)),
        'maxmemory-policy': policy,
      })
      client.destroy()
      return { env: { REDIS_URL: server.url }, [Symbol.asyncDispose]: server.remove }
    }

    test('is found: the clock, the certificate, a full Redis, a standby that is missing', async () => {
      const sql = openSql(service.databaseUrl)
      onTestFinished(async () => {
        await sql.rows('alter system reset synchronous_standby_names')
        await sql.rows('select pg_reload_conf()')
        await sql.close()
        await expect.poll(() => isReady(), { timeout: 60_000 }).toBe(true)
      })
      await using tls = await aCertificate({ since: '85 days ago', until: '5 days' })
      await using redis = await aFullRedis('noeviction')
      const clock = aClock(31_000)
      await sql.rows("alter system set synchronous_standby_names = 'elsewhere'")
      await sql.rows('select pg_reload_conf()')
      // Processes of PostgreSQL read their settings one after the other.
      await expect.poll(() => isReady(), { timeout: 60_000 }).toBe(false)
      const found = await findWrong({ ...clock, ...tls.env, ...redis.env })
      expect(found).toEqual([
        expect.stringMatching(/^!! {2}replication: no standby of .*\(elsewhere\) is there/),
        expect.stringMatching(/^!! {2}clocks: this host is 3[01] s behind the database\. .*NTP/),
        expect.stringMatching(
          /^!! {2}Redis memory: noeviction, .* refuses writes, .*set maxmemory-policy allkeys-lru/is,
        ),
        expect.stringMatching(/^!! {2}CHECKOUT_URL: its certificate ends in [45] days/),
        expect.stringMatching(/^!! {2}service: it cannot write to its database/),
      ])
    })

    test('is nothing where all is well: a clock within 30 s, a certificate of half a day, a Redis that makes room', async () => {
      await using tls = await aCertificate({ since: '1 hour ago', until: '11 hours' })
      await using redis = await aFullRedis('allkeys-lru')
      expect(await findWrong({ ...aClock(-28_000), ...tls.env, ...redis.env })).toEqual([])
    })
  })

  test('a proxy that is not counted is named', async () => {
    await fetch(`${service.baseUrl}/healthz`, { headers: { 'x-forwarded-for': '192.0.2.1' } })
    expect(await findWrong()).toEqual([expect.stringMatching(/^!! {2}TRUST_PROXY: /)])
  })
})
