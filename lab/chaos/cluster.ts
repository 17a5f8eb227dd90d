import { join } from 'node:path'
import { findFreePort } from '../../server/testing/free-port.ts'
import type { Bank } from './bank.ts'
import type { Folder } from './folders.ts'
import { branch } from './flow-plan.ts'
import { type Life, calmLife, linkName, serviceName } from './fault-plan.ts'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'
import type { Options } from './options.ts'
import { startPulse } from './pulse.ts'
import { PLATFORM_TOKEN, TOKEN_SIGNING_KEY } from './secrets.ts'
import { type Target, startPostgres, startRedis } from './servers.ts'
import { type ServiceProcess, startService } from './chaos-service.ts'
import { startStripeBank } from './stripe-bank.ts'
import { startTestBank } from './test-bank.ts'

export type Cluster = Awaited<ReturnType<typeof startCluster>>

/** The longest that a process stands still at a failpoint, one of these. */
const PAUSES_MS = [10, 100, 1_000, 8_000]

/** Where nobody listens. */
const NOWHERE = '/nowhere'

const startBank = (
  { provider, providerFaults: faultRate, seed }: Options,
  setup: { folder: string; logs: string; notificationPorts: () => number[] },
): Promise<Bank> =>
  provider === 'stripe'
    ? startStripeBank({ ...setup, seed, faultRate })
    : startTestBank({ ...setup, seed })

/**
 * PostgreSQL, Redis and the services, with a fault proxy on every wire between them and in front of
 * them.
 */
export async function startCluster(
  options: Options,
  {
    folder: { folder, logs },
    lives,
    paying,
  }: { folder: Folder; lives: Life[][]; paying: (service: number) => string[] },
) {
  const pulse = startPulse()
  let isRestoring = false
  const links = new Map<string, FaultProxy>()
  const ports = await Promise.all(
    lives.map(async (_, index) => {
      const port = await findFreePort()
      links.set(linkName(index, 'http'), await startFaultProxy(() => ({ port, host: '127.0.0.1' })))
      links.set(
        linkName(index, 'postgres'),
        await startFaultProxy(() => ({ path: isRestoring ? NOWHERE : postgres.socket })),
      )
      links.set(
        linkName(index, 'redis'),
        await startFaultProxy(() => ({ port: redis.port, host: '127.0.0.1' })),
      )
      links.set(linkName(index, 'bank'), await startFaultProxy(() => bank.upstream))
      return port
    }),
  )
  const link = (name: string) => {
    const proxy = links.get(name)
    if (!proxy) throw new Error(`there is no link ${name}`)
    return proxy
  }

  const [postgres, redis, bank] = await Promise.all([
    startPostgres(folder),
    startRedis(),
    startBank(options, {
      folder,
      logs,
      notificationPorts: () => ports.map((_, index) => link(linkName(index, 'http')).port),
    }),
  ])

  const settings = (index: number) => (life: Life, isCalm: boolean) => ({
    NODE_ENV: 'test',
    PORT: String(ports[index]),
    // All processes are one service: the same addresses, whichever of them answers.
    BASE_URL: `http://localhost:${link(linkName(0, 'http')).port}`,
    PAYMENT_FRAME_URL: `http://127.0.0.1:${link(linkName(0, 'http')).port}/payment-frame`,
    DATABASE_URL: `postgresql://postgres@127.0.0.1:${link(linkName(index, 'postgres')).port}/postgres`,
    REDIS_URL: `redis://127.0.0.1:${link(linkName(index, 'redis')).port}`,
    ...bank.env(link(linkName(index, 'bank')).port),
    PLATFORM_TOKEN,
    TOKEN_SIGNING_KEY,
    TRUST_PROXY: '1',
    RATE_LIMIT_PER_SECOND: '10000',
    RATE_LIMIT_BURST: '10000',
    SESSION_TTL_SECONDS: String(life.windowSeconds),
    LOG_LEVEL: options.logs === undefined ? 'error' : 'info',
    // Hundreds of starts: each would compile the same modules again.
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    ...(!isCalm && {
      TEST_PROVIDER_FAULTS: String(options.providerFaults),
      FAILPOINTS: life.failpoints,
    }),
  })
  const pauses = branch(options.seed, 'pauses')
  const afterwards = calmLife(branch(options.seed, 'afterwards'), options.maxWindowSeconds)
  const services: ServiceProcess[] = await Promise.all(
    ports.map((port, index) =>
      startService({
        name: serviceName(index),
        tree: options.tree,
        port,
        logFile: join(logs, `service-${index}.log`),
        lives: lives[index] ?? [],
        afterwards,
        env: settings(index),
        paying: () => paying(index),
        pauseMs: () => pauses.below(pauses.pick(PAUSES_MS)),
      }),
    ),
  )

  const targets = new Map<string, Target>([
    ['postgres', postgres],
    ['redis', redis],
    ['bank', bank],
    ...services.map((service, index): [string, Target] => [serviceName(index), service]),
  ])

  return {
    sql: postgres.sql,
    connection: postgres.connection,
    redis,
    bank,
    services,
    link,
    copyRecord: postgres.copy,
    /** No service sees it before its epoch is raised and `onRestored` was called. */
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
    /** Where each service is called, through its proxy. */
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
      await Promise.all([postgres.stop(), redis.stop(), bank.stop()])
    },
  }
}
