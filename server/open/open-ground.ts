import type { Logger } from 'pino'
import { createCallers } from '../admission/callers.ts'
import { deriveAddressKey } from '../auth/key-material.ts'
import { SYSTEM_CLOCKS } from '../cache/memory/clocks.ts'
import { announceSessions } from '../checkout/announce-session.ts'
import type { Config } from '../config.ts'
import { createEvents } from '../events.ts'
import { createFailpoints } from '../failpoints.ts'
import type { Metrics } from '../metrics.ts'
import { openOldRecords } from '../postgres/old-records.ts'
import { openRecords } from '../postgres/records.ts'
import { openSecrets } from '../secrets.ts'
import type { ServiceOptions } from '../service-options.ts'
import { createProxyWatch } from '../web/proxies.ts'
import { openCache } from './open-cache.ts'
import { openDatabase } from './open-database.ts'

export type Ground = Awaited<ReturnType<typeof openGround>>

type Needs = Pick<ServiceOptions, 'clocks' | 'cacheTimeoutMs'> & {
  log: Logger
  metrics: Metrics
  opening: AsyncDisposableStack
}

/** What every side stands on: addresses, clocks, secrets, the record and its copies. */
export async function openGround(
  config: Config,
  { log, metrics, clocks = SYSTEM_CLOCKS, cacheTimeoutMs, opening }: Needs,
) {
  const { monotonicMs } = clocks
  const events = createEvents(log, metrics)
  const secrets = await openSecrets(config)
  const reach = createFailpoints(config.failpoints, {
    random: Math.random,
    die: () => process.kill(process.pid, 'SIGKILL'),
    stop: () => process.kill(process.pid, 'SIGSTOP'),
  })
  const database = await openDatabase(config, { log, events, reach, monotonicMs, opening })
  const { pool, history } = database
  const cache = await openCache(config, {
    materials: secrets.tokenSigningKeys,
    history: history.name,
    events,
    timeoutMs: cacheTimeoutMs,
    clocks,
  })
  opening.defer(() => cache.close())
  cache.signals.subscribe((signal) => {
    if (signal.type === 'key_regenerated') events.keyRegenerated(signal)
  })
  const [material = ''] = secrets.tokenSigningKeys
  const addressKey = deriveAddressKey(material)
  const onExpired = (storeId: string) => void announceSessions({ cache }, { writtenIn: [storeId] })
  return {
    log,
    urls: {
      baseUrl: config.baseUrl,
      checkoutUrl: config.checkoutUrl,
      checkoutOrigin: new URL(config.checkoutUrl).origin,
      paymentFrameUrl: config.paymentFrameUrl,
      paymentFrameOrigin: new URL(config.paymentFrameUrl).origin,
    },
    monotonicMs,
    now: () => new Date(clocks.wallMs()),
    events,
    secrets,
    material,
    addressKey,
    reach,
    connection: database.connection,
    pool,
    readHistory: () => history.read(pool),
    records: openRecords(pool, onExpired),
    oldRecords: openOldRecords(pool),
    onExpired,
    cache,
    callers: createCallers({ monotonicMs, secret: addressKey }),
    proxyWatch: createProxyWatch({
      trustProxy: config.trustProxy,
      onNotice: events.proxyUnexpected,
    }),
  }
}
