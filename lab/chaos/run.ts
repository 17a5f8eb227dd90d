import { join } from 'node:path'
import { REDIRECT_METHODS } from '../../server/checkout/payments/redirect-methods.ts'
import type { ProviderName } from '../../server/contract/fields.ts'
import { ALWAYS } from '../../server/postgres/upkeep/invariants.ts'
import { AT_REST, findBroken } from '../../server/testing/invariants.ts'
import { type Acknowledgements, writeAcknowledged } from './acknowledged.ts'
import { findUnexpected } from './chaos-answers.ts'
import { probeBackstops } from './backstops.ts'
import { SPOKEN, compareWithBank } from './bank.ts'
import { type Client, createClient } from './client.ts'
import { openBeside } from './beside.ts'
import { compareToday } from './comparison.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { planFaults } from './fault-plan.ts'
import { COUNTED, FLOW_KINDS, branch, planFlow, planStores } from './flow-plan.ts'
import { runFlow } from './chaos-flows.ts'
import { openFolder } from '../servers/folders.ts'
import { type Exchange, type Violation, checkHistory } from './history.ts'
import { END_LEASE, type Injector, type Trouble, createInjector } from './injector.ts'
import { startInspector, toViolations } from './inspector.ts'
import { type Mailbox, startMailbox } from './mailbox.ts'
import type { Options } from './options.ts'
import { startRefunder } from './refunder.ts'
import { openReckoning } from './reckoning.ts'
import { PAID_INVARIANT, type Result } from './report.ts'
import { collectRecords, comeToRest } from './rest.ts'
import { type Backup, createBackup, isInLostTime, judgeRestored } from './restored-record.ts'
import { settleTimes, toMonotonic } from './settle-times.ts'
import { startStockTaker } from './stock-taker.ts'
import { type World, openStores } from './world.ts'

/** The least share of flows with an order: without payments nothing is tested. */
const LEAST_PAID = 0.05

/** Any machine can serve so many within their window. */
const AT_ONCE_AFTERWARDS = 5

/** Any request is over so long after its client gave up, unless its process stood still. */
const LATEST_MS = 60_000

const PAID_OFF_PAGE =
  'select payment_method as method, state from payment_attempts where payment_method = any($1)'

/** While PostgreSQL or the bank is away, there is nothing to compare. */
const unlessAway = (found: Promise<Violation[]>) => found.catch((): Violation[] => [])

/** Where lives took payments that differ from the life before. */
const changesIn = (providers: ProviderName[]) =>
  providers.filter((provider, life) => life > 0 && provider !== providers[life - 1])

/**
 * Runs the flows, so many at a time. On a busy machine nearly all sessions may end unpaid; then up
 * to as many more flows follow, a few at a time.
 */
async function runFlows(
  world: World,
  {
    options,
    outcomes,
    onProgress,
  }: { options: Options; outcomes: string[]; onProgress: (done: number) => void },
) {
  const stores = world.stores.map(({ plan }) => plan)
  let next = 0
  const buyers = (atOnce: number, isWanted: () => boolean) =>
    Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (isWanted()) {
          const index = next
          next += 1
          outcomes.push(await runFlow(world, planFlow(options, stores, index)))
          onProgress(outcomes.length)
        }
      }),
    )
  await buyers(options.concurrency, () => next < options.flows)
  if (hasToBePaid(options))
    await buyers(
      AT_ONCE_AFTERWARDS,
      () => next < 2 * options.flows && countPaid(outcomes) < leastPaid(options),
    )
}

const countPaid = (outcomes: string[]) =>
  outcomes.filter((outcome) => outcome === 'complete').length

const leastPaid = ({ flows }: Options) => flows * LEAST_PAID

/** A run of chosen flows, or one that looks for a known bug, may sell nothing. */
const hasToBePaid = ({ kinds, until }: Options) =>
  kinds.length === FLOW_KINDS.length && until.length === 0

/** Starts everything, breaks it, lets it recover, and checks it. */
export async function runChaos(options: Options): Promise<Result> {
  const startedAt = performance.now()
  const log: Exchange[] = []
  const storePlans = planStores(options)
  const { lives, faults } = planFaults(options, {
    stores: storePlans.length,
    products: storePlans[0]?.products.filter(({ slug }) => slug !== COUNTED).length ?? 0,
  })
  const folder = await openFolder(options.logs)
  const acknowledged = writeAcknowledged(join(folder.logs, 'acknowledged.jsonl'))
  let ports: number[] = []
  const client: Client = createClient(() => ports, { log, acknowledged })
  const beside =
    options.beside === undefined ? undefined : await openBeside(options.tree, options.beside)
  const mailbox = await startMailbox(options.seed)
  const cluster = await startCluster(options, {
    folder,
    lives,
    beside,
    paying: client.paying,
    smtpUrl: mailbox.url,
  })
  ports = cluster.ports
  const reckoning = openReckoning(acknowledged.file, {
    sql: cluster.sql,
    bank: cluster.banks.books,
    // A process that stood still goes on with what it was asked before.
    latestMs: options.maxPauseSeconds * 1000 + LATEST_MS,
  })

  const violations: Violation[] = []
  const found = Promise.withResolvers<undefined>()
  const isWanted = ({ invariant }: Violation) =>
    options.until.some((name) => invariant.startsWith(name))
  const base = { banks: cluster.banks, client, services: options.services }
  const world: World = {
    ...base,
    stores: await openStores(base, branch(options.seed, 'stores'), storePlans),
    endLease: (session) => cluster.sql.rows(END_LEASE, [session]),
  }
  await mailbox.addOwners(
    cluster.sql,
    world.stores.map(({ id }) => id),
  )
  const backup = createBackup(cluster, acknowledged)
  const injector = createInjector(cluster, world, {
    faults,
    seed: options.seed,
    acknowledged,
    backup,
  })
  // Until the log says what is lost, a restored record must differ from it.
  const reckonNow = async () => {
    const found = await reckoning.reckon({ isAtRest: false })
    return backup.isUnderway() ? [] : found
  }
  const inspector = startInspector(cluster.sql, {
    inspectLogs: async () => [
      ...(backup.lost()
        ? []
        : await unlessAway(
            compareWithBank(cluster.sql, { books: cluster.banks.books, isAtRest: false }),
          )),
      ...(await unlessAway(reckonNow())),
      ...(options.until.length > 0
        ? [
            ...checkHistory(log),
            ...findUnexpected(log, {
              troubles: allTroubles(cluster, injector),
              provider: options.provider,
            }),
          ]
        : []),
    ],
    onViolations: (broken) => {
      violations.push(...broken)
      if (broken.some(isWanted)) found.resolve(undefined)
    },
  })
  const postman = cluster.banks.startPost(world)
  const refunder = await startRefunder(cluster.connection, {
    banks: cluster.banks,
    acknowledged,
    seed: options.seed,
  })
  const stopStockTaker = startStockTaker(world, options.seed)

  const flowsFrom = performance.now()
  const outcomes: string[] = []
  await Promise.race([
    found.promise,
    runFlows(world, { options, outcomes, onProgress: injector.reached }),
  ])
  const flowSeconds = (performance.now() - flowsFrom) / 1000
  await inspector.stop()
  if (violations.some(isWanted)) await injector.stop()
  else
    violations.push(
      ...(await conclude({
        cluster,
        world,
        injector,
        log,
        options,
        reckoning,
        acknowledged,
        backup,
        mailbox,
        stopOthers: () => Promise.all([postman.stop(), refunder.stop(), stopStockTaker()]),
      })),
    )
  violations.push(...findIdleness(outcomes, options))
  const deaths = cluster.services.flatMap((service) => service.deaths)
  const settling = await settleTimes(cluster, { deaths, troubles: injector.troubles })
  const refunds = (
    await cluster.sql.rows<{ state: string }>('select state from order_refunds')
  ).map(({ state }) => state)
  const taken = (
    await cluster.sql.rows<{ provider: string; state: string }>(
      'select provider, state from payment_attempts',
    )
  ).map(({ provider, state }) => `${provider} ${state}`)
  const offPage = await cluster.sql.rows<{ method: string; state: string }>(PAID_OFF_PAGE, [
    REDIRECT_METHODS,
  ])
  const mails = await cluster.sql.rows<{ state: string }>('select state from buyer_mails')
  client.close()
  reckoning.close()
  await cluster.stop()
  await mailbox.stop()
  await folder.remove()
  return {
    options,
    outcomes,
    flowSeconds,
    log,
    settling,
    refunds,
    mails: { states: mails.map(({ state }) => state), copies: mailbox.count() },
    violations: unique(violations),
    looks: inspector.looks(),
    pace: cluster.pace(),
    troubles: injector.troubles,
    deaths,
    standstills: cluster.services.flatMap(({ standstills }) => standstills),
    taken,
    offPage,
    left: cluster.left(),
    changes: cluster.services.flatMap(({ providers }) => changesIn(providers)),
    beside,
    seconds: (performance.now() - startedAt) / 1000,
  }
}

const unique = (violations: Violation[]) => [
  ...new Map(
    violations.map((found) => [`${found.invariant} ${found.subject} ${found.detail}`, found]),
  ).values(),
]

/** The planned troubles, and deaths that the services caused themselves. */
const allTroubles = ({ services, stalls }: Cluster, { troubles }: Injector): Trouble[] => [
  ...troubles,
  ...stalls(),
  ...services.flatMap(({ name, disturbances }) =>
    disturbances.map((span) => ({ kind: `standstill of ${name}`, isChange: false, ...span })),
  ),
  ...services.flatMap(({ name, deaths }) =>
    deaths.map(({ at, readyAt }) => ({
      kind: `death of ${name}`,
      isChange: false,
      from: toMonotonic(at),
      to: readyAt === null ? Number.POSITIVE_INFINITY : toMonotonic(readyAt),
    })),
  ),
]

const findIdleness = (outcomes: string[], options: Options): Violation[] => {
  const paid = countPaid(outcomes)
  return !hasToBePaid(options) || paid >= leastPaid(options)
    ? []
    : [
        {
          invariant: PAID_INVARIANT,
          subject: `${paid} of ${outcomes.length} flows`,
          detail: 'were paid',
        },
      ]
}

type RunResult = {
  cluster: Cluster
  world: World
  injector: Injector
  log: Exchange[]
  reckoning: ReturnType<typeof openReckoning>
  options: Options
  acknowledged: Acknowledgements
  backup: Backup
  mailbox: Mailbox
  stopOthers: () => Promise<unknown>
}

/** Ends all faults, waits for what is under way, then compares everything. */
async function conclude({
  cluster,
  world,
  injector,
  log,
  reckoning,
  options,
  acknowledged,
  backup,
  mailbox,
  stopOthers,
}: RunResult): Promise<Violation[]> {
  await injector.finish()
  await cluster.banks.calmDown()
  const random = branch(options.seed, 'conclusion')
  const lost = backup.lost()
  const { sql, services } = cluster
  const calming = {
    kind: 'kill at the end',
    isChange: false,
    from: performance.now(),
    to: Number.POSITIVE_INFINITY,
  }
  injector.troubles.push(calming)
  await Promise.all(services.map((service) => service.calmDown()))
  calming.to = performance.now()
  await stopOthers()
  const rest = { sql, random, patienceSeconds: options.patienceSeconds }
  const unrest = await comeToRest(world, rest)
  await compareToday(cluster.connection, { banks: cluster.banks, random })
  unrest.push(...(await comeToRest(world, rest)))
  const records = await collectRecords(world, { log, sql, random })
  return [
    ...unrest,
    ...toViolations(await findBroken(sql, { ...ALWAYS, ...AT_REST })),
    ...(await compareWithBank(sql, {
      books: cluster.banks.books,
      isAtRest: true,
      hasForgotten: lost !== undefined,
    })),
    ...(await mailbox.judge(sql, {
      hasForgotten: lost !== undefined,
      hasOlder: options.beside !== undefined,
    })),
    ...(await judgeRestored(sql, { lost, log, answered: acknowledged.lostOrders })),
    ...(await cluster.banks.violations()).map((detail) => ({
      invariant: SPOKEN,
      subject: '',
      detail,
    })),
    ...(await reckoning.reckon({ isAtRest: true })),
    ...(await probeBackstops(sql)),
    ...checkHistory(
      log.filter((entry) => !isInLostTime(entry, lost)),
      records,
    ),
    ...findUnexpected(log, {
      troubles: allTroubles(cluster, injector),
      provider: options.provider,
      lost,
    }),
    ...services.flatMap(({ accidents }) =>
      accidents.map((accident) => ({
        invariant: 'no service ends by itself',
        subject: '',
        detail: accident,
      })),
    ),
  ]
}
