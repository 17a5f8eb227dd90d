import type { Logger } from 'pino'
import { createCallers } from '../admission/callers.ts'
import { deriveAddressKey, deriveMailKey } from '../auth/key-material.ts'
import { createIds } from '../auth/random.ts'
import { secretAccountKey } from '../auth/store-login.ts'
import { type Clocks, SYSTEM_CLOCKS } from '../cache/memory/clocks.ts'
import { announceSessions } from '../checkout/sessions/announce-session.ts'
import type { Cache } from '../checkout/ports/cache.ts'
import { compareSettings } from './common-settings.ts'
import type { Config } from '../config.ts'
import { type Events, createEvents } from '../reporting/events.ts'
import { createFailpoints } from '../settings/failpoints.ts'
import { createMailLimits } from '../mail/mail-limits.ts'
import type { Metrics } from '../reporting/metrics.ts'
import type { Pool } from '../postgres/database.ts'
import { connectionsEach } from '../postgres/connection/connections-each.ts'
import { readNow } from '../postgres/upkeep/database-history.ts'
import { readFigures } from '../postgres/upkeep/figures.ts'
import { openMailCounts } from '../postgres/buyers/mail-counts.ts'
import { openOldRecords } from '../postgres/upkeep/old-records.ts'
import { openRecords } from '../postgres/records.ts'
import { createWriteProbe } from '../postgres/upkeep/write-probe.ts'
import { createRecordClock } from '../rounds/record-clock.ts'
import { throwWithCure } from '../postgres/embedded/data-trouble.ts'
import { openSecrets } from '../settings/secrets.ts'
import type { ServiceOptions } from '../service-options.ts'
import { createProxyWatch } from '../web/requests/proxies.ts'
import { createSessionSpans, withoutSpans } from '../tracing/session-spans.ts'
import { findTraceparent } from '../postgres/events/traceparents.ts'
import { openTraces } from './open-traces.ts'
import { openCache } from './open-cache.ts'
import { openDatabase } from './open-database.ts'

export type Infrastructure = Awaited<ReturnType<typeof openInfrastructure>>

type InfrastructureDeps = Pick<ServiceOptions, 'clocks' | 'timeouts'> & {
  log: Logger
  metrics: Metrics
  opening: AsyncDisposableStack
}

const urlsOf = ({ baseUrl, checkoutUrl, paymentFrameUrl }: Config) => ({
  baseUrl,
  checkoutUrl,
  checkoutOrigin: new URL(checkoutUrl).origin,
  paymentFrameUrl,
  paymentFrameOrigin: new URL(paymentFrameUrl).origin,
})

const failpointsOf = ({ failpoints }: Config) =>
  createFailpoints(failpoints, {
    random: Math.random,
    die: () => process.kill(process.pid, 'SIGKILL'),
    stop: () => process.kill(process.pid, 'SIGSTOP'),
  })

/** What all other parts need: addresses, clocks, secrets, database and cache. */
export async function openInfrastructure(
  config: Config,
  { log, metrics, clocks = SYSTEM_CLOCKS, timeouts = {}, opening }: InfrastructureDeps,
) {
  const { monotonicMs } = clocks
  const events = createEvents(log, metrics)
  const secrets = await openSecrets(config).catch((error) => throwWithCure(error, config.dataDir))
  const reach = failpointsOf(config)
  const inOutgoingSpan = await openTraces(config, { events, opening })
  const needs = { log, events, metrics, reach, monotonicMs, timeouts, opening }
  const database = await openDatabase(config, needs)
  const { pool, history } = database
  await compareSettings(config, { signingKeys: secrets.tokenSigningKeys, pool, events })
  const recordClock = await openRecordClock(clocks, { pool, events })
  const cache = await openCache(config, {
    materials: secrets.tokenSigningKeys,
    history: history.name,
    events,
    timeoutMs: timeouts.cacheMs,
    clocks: { monotonicMs, wallMs: recordClock.nowMs },
  })
  opening.defer(() => cache.close())
  logRegeneratedKeys(cache, events)
  const [material = ''] = secrets.tokenSigningKeys
  const addressKey = deriveAddressKey(material)
  const onExpired = (storeId: string) => void announceSessions({ cache }, { writtenIn: [storeId] })
  return {
    log,
    urls: urlsOf(config),
    monotonicMs,
    timeouts,
    recordClock,
    now: () => new Date(recordClock.nowMs()),
    events,
    secrets,
    material,
    ids: createIds(config.cell),
    addressKey,
    reach,
    connection: database.connection,
    pool,
    isWritable: openWriteProbe(pool, { monotonicMs, events }),
    readHistory: () => history.read(pool),
    isUnsure: history.isUnsure,
    inSessionSpan: inOutgoingSpan
      ? createSessionSpans(inOutgoingSpan, (sessionId) => findTraceparent(pool, sessionId))
      : withoutSpans,
    measure: async () => events.figuresRead(await readFigures(pool)),
    records: openRecords(pool, onExpired),
    oldRecords: openOldRecords(pool),
    mailLimits: openMailLimits(pool, material),
    onExpired,
    cache,
    ...openAdmission(config, { events, monotonicMs, secret: addressKey }),
  }
}

type Observing = { monotonicMs: () => number; events: Events }

const openWriteProbe = (pool: Pool, { monotonicMs, events }: Observing) =>
  createWriteProbe(pool, {
    monotonicMs,
    onRefused: (error) => events.databaseRefusesWrites({ error }),
    onWritable: events.databaseWritable,
  })

function openMailLimits(pool: Pool, material: string) {
  const key = deriveMailKey(material)
  return createMailLimits({
    digestOf: (mailbox) => secretAccountKey(mailbox, key),
    count: openMailCounts(pool),
  })
}

const logRegeneratedKeys = ({ signals }: Cache, events: Events) =>
  signals.subscribe((signal) => {
    if (signal.type === 'key_regenerated') events.keyRegenerated(signal)
  })

/** Strangers may use one of so many connections to the record. */
const STRANGERS_PART = 5

type Admission = Observing & { secret: Uint8Array }

function openAdmission({ trustProxy, workers }: Config, { events, ...admission }: Admission) {
  const proxyWatch = createProxyWatch({ trustProxy, onNotice: events.proxyUnexpected })
  const callers = createCallers({
    ...admission,
    isProxyForgotten: proxyWatch.isUnexpected,
    strangersAtOnce: Math.floor(connectionsEach(workers) / STRANGERS_PART),
  })
  return { proxyWatch, callers }
}

async function openRecordClock(clocks: Clocks, { pool, events }: { pool: Pool; events: Events }) {
  const recordClock = createRecordClock({
    clocks,
    readNow: () => readNow(pool),
    onMeasured: events.clockMeasured,
    onDifference: events.clockDiffers,
  })
  await recordClock.measure()
  return recordClock
}
