import { join } from 'node:path'
import type { ProviderName } from '../../server/contract/fields.ts'
import { findFreePort } from '../../server/testing/servers/free-port.ts'
import { type Banks, startBanks } from './banks.ts'
import type { Beside } from './beside.ts'
import type { Folder } from '../servers/folders.ts'
import { branch } from './flow-plan.ts'
import { type Life, calmLife } from './fault-plan.ts'
import { bankName, linkName, providersOf, serviceName } from './names.ts'
import { drawPause } from './sleepers.ts'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'
import type { Options } from './options.ts'
import { startPulse } from './pulse.ts'
import { bundleService } from '../servers/bundled-service.ts'
import { NO_LIMITS, SETTINGS } from '../servers/settings.ts'
import { type Target, startPostgres, startRedis } from '../servers/databases.ts'
import { type ServiceProcess, startService } from './chaos-service.ts'

export type Cluster = Awaited<ReturnType<typeof startCluster>>

/** A path where nobody listens. */
const NOWHERE = '/nowhere'

const LEFT_AT_OTHERS = `select
  (select count(*)::integer from payment_attempts where next_check_at is not null and provider <> $1) as payments,
  (select count(*)::integer from order_refunds r join orders o on o.id = r.order_id
    join payment_attempts a on a.id = o.attempt_id where r.state = 'pending' and a.provider <> $1) as refunds`

function upstreamOf({ each }: Banks, provider: ProviderName) {
  const bank = each.find(({ name }) => name === provider)
  return bank?.upstream ?? { path: NOWHERE }
}

/** PostgreSQL, Redis and the services, with a fault proxy on each connection. */
export async function startCluster(
  options: Options,
  {
    folder: { folder, logs },
    lives,
    beside,
    paying,
    smtpUrl,
  }: {
    folder: Folder
    lives: Life[][]
    /** What the last service runs, when it differs from the others. */
    beside: Beside | undefined
    paying: (service: number) => string[]
    /** The buyers' mail server. */
    smtpUrl: string
  },
) {
  const pulse = startPulse()
  let isRestoring = false
  const services: ServiceProcess[] = []
  const links = new Map<string, FaultProxy>()
  const ports = await Promise.all(
    lives.map(async (_, index) => {
      const port = await findFreePort()
      links.set(
        linkName(index, 'http'),
        await startFaultProxy(() => ({ port: services[index]?.port() ?? port, host: '127.0.0.1' })),
      )
      links.set(
        linkName(index, 'postgres'),
        await startFaultProxy(() => ({ path: isRestoring ? NOWHERE : postgres.socket })),
      )
      links.set(
        linkName(index, 'redis'),
        await startFaultProxy(() => ({ port: redis.port, host: '127.0.0.1' })),
      )
      for (const provider of providersOf(options.provider))
        links.set(
          linkName(index, bankName(provider)),
          await startFaultProxy(() => upstreamOf(banks, provider)),
        )
      return port
    }),
  )
  const link = (name: string) => {
    const proxy = links.get(name)
    if (!proxy) throw new Error(`there is no link ${name}`)
    return proxy
  }

  const [postgres, redis, banks] = await Promise.all([
    startPostgres(folder),
    startRedis(),
    startBanks(options, {
      folder,
      logs,
      notificationPorts: () => ports.map((_, index) => link(linkName(index, 'http')).port),
    }),
  ])

  const settings =
    (index: number) =>
    (life: Life, { isCalm, port }: { isCalm: boolean; port: number }) => ({
      ...SETTINGS,
      ...NO_LIMITS,
      PORT: String(port),
      // All processes have the same addresses, as one service has.
      BASE_URL: `http://localhost:${link(linkName(0, 'http')).port}`,
      PAYMENT_FRAME_URL: `http://127.0.0.1:${link(linkName(0, 'http')).port}/payment-frame`,
      DATABASE_URL: `postgresql://postgres@127.0.0.1:${link(linkName(index, 'postgres')).port}/postgres`,
      REDIS_URL: `redis://127.0.0.1:${link(linkName(index, 'redis')).port}`,
      PAYMENT_PROVIDER: life.provider,
      ...Object.assign(
        {},
        ...banks.each.map(({ name, env }) => env(link(linkName(index, bankName(name))).port)),
      ),
      SMTP_URL: smtpUrl,
      SESSION_TTL_SECONDS: String(life.windowSeconds),
      LOG_LEVEL: options.logs === undefined ? 'error' : 'info',
      // Hundreds of starts share one compile cache.
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
      ...(!isCalm && {
        TEST_PROVIDER_FAULTS: String(options.providerFaults),
        FAILPOINTS: life.failpoints,
      }),
    })
  // What each life found under way at the bank where it took no payments.
  const left = { payments: 0, refunds: 0 }
  const noteLeft = async ({ provider }: Life) => {
    const [found] = await postgres.sql
      .rows<typeof left>(LEFT_AT_OTHERS, [provider])
      .catch(() => [{ payments: 0, refunds: 0 }])
    left.payments += found?.payments ?? 0
    left.refunds += found?.refunds ?? 0
  }
  const pauses = branch(options.seed, 'pauses')
  // A process that takes payments at the test bank also opens Stripe, so that all payments end.
  const afterwards = calmLife(branch(options.seed, 'afterwards'), {
    maxWindowSeconds: options.maxWindowSeconds,
    provider: providersOf(options.provider)[0] ?? 'test',
  })
  const main = await bundleService(options.tree, folder)
  const isOlder = (index: number) => index === ports.length - 1
  for (const [index, port] of ports.entries())
    // One after the other, so that the older version finds the newer one's schema.
    services.push(
      await startService({
        name: serviceName(index),
        main: beside && 'main' in beside && isOlder(index) ? beside.main : main,
        port,
        logFile: join(logs, `service-${index}.log`),
        lives: lives[index] ?? [],
        afterwards,
        env: settings(index),
        paying: () => paying(index),
        pauseMs: () => drawPause(pauses, options.maxPauseSeconds),
        onBirth: (life) => void noteLeft(life),
        onReplaced: () => link(linkName(index, 'http')).reset(),
      }),
    )

  const targets = new Map<string, Target>([
    ['postgres', postgres],
    ['redis', redis],
    ...banks.each.map((bank): [string, Target] => [bankName(bank.name), bank]),
    ...services.map((service, index): [string, Target] => [serviceName(index), service]),
  ])

  return {
    sql: postgres.sql,
    connection: postgres.connection,
    redis,
    banks,
    services,
    link,
    left: () => left,
    copyRecord: postgres.copy,
    /** No service sees the backup before its epoch is raised and `onRestored` was called. */
    async restoreRecord(onRestored: () => void) {
      isRestoring = true
      const restarts = services.map((service) => service.kill())
      await postgres.restore()
      onRestored()
      isRestoring = false
      await Promise.all(restarts)
    },
    stalls: () => pulse.stalls,
    pace: pulse.pace,
    /** The proxies in front of the services. */
    ports: services.map((_, index) => link(linkName(index, 'http')).port),
    target(name: string) {
      const target = targets.get(name)
      if (!target) throw new Error(`there is no ${name}`)
      return target
    },
    async stop() {
      pulse.stop()
      await Promise.all(services.map((service) => service.stop()))
      for (const proxy of links.values()) proxy.stop()
      await Promise.all([postgres.stop(), redis.stop(), banks.stop()])
    },
  }
}
