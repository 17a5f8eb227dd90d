import { Redis } from 'ioredis'
import { type Host, type SentinelAddress, parseRedisAddress } from './redis-address.ts'

/** How long a sentinel may take. The start waits for it. */
const PATIENCE_MS = 1000

/** A name as the first field of what a sentinel says of a master. */
const nameOf = (master: unknown) => (Array.isArray(master) ? String(master[1]) : '')

/** The names of the masters that one sentinel watches; undefined without an answer. */
async function findMasters({ host, port }: Host, { isTls, sentinelCredentials }: SentinelAddress) {
  const sentinel = new Redis({
    host,
    port,
    ...sentinelCredentials,
    ...(isTls && { tls: {} }),
    lazyConnect: true,
    protocol: 2,
    retryStrategy: null,
    maxRetriesPerRequest: 0,
    enableReadyCheck: false,
    connectTimeout: PATIENCE_MS,
    commandTimeout: PATIENCE_MS,
  })
  sentinel.on('error', () => undefined)
  try {
    await sentinel.connect()
    const masters = await sentinel.call('SENTINEL', 'MASTERS')
    return Array.isArray(masters) ? masters.map(nameOf) : undefined
  } catch {
    return undefined
  } finally {
    sentinel.disconnect()
  }
}

/**
 * What is wrong with the name of the master, if the sentinels know others alone. Sentinels that do
 * not answer say nothing, because the start waits for no Redis.
 */
export async function findWrongMaster(url: string): Promise<string | undefined> {
  const address = parseRedisAddress(url)
  if (address?.kind !== 'sentinel') return undefined
  const { sentinels, master } = address
  const answers = await Promise.all(sentinels.map((sentinel) => findMasters(sentinel, address)))
  const known = new Set(answers.flatMap((names) => names ?? []))
  if (known.has(master) || answers.every((names) => names === undefined)) return undefined
  const others = [...known].map((name) => `"${name}"`).join(', ')
  return `the sentinels know no master "${master}"${others === '' ? '' : `, but ${others}`}`
}
