import { Cluster, Redis } from 'ioredis'
import type { CommonRedisOptions, SentinelConnectionOptions } from 'ioredis'
import { type SentinelAddress, credentialsOf, parseRedisAddress } from './redis-address.ts'

export type RedisClient = Redis | Cluster

/** Lua by the name of the command that runs it. */
export type Scripts = Record<string, { lua: string; numberOfKeys: number }>

type ClientOptions = {
  scripts?: Scripts
  /** Whether it only listens. In a cluster it then has a connection to each master. */
  shardedSubscribers?: boolean
}

export const isCluster = (client: RedisClient): client is Cluster => client instanceof Cluster

const reconnectDelayMs = (attempts: number) => Math.min(attempts * 50, 1000)

/** A command is sent once and at once or never, because its caller can go on without it. */
const OPTIONS = {
  lazyConnect: true,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  autoResubscribe: false,
  connectTimeout: 2000,
  // A peer that vanished is noticed by missing answers, and on an idle connection by TCP.
  socketTimeout: 5000,
  keepAlive: 10_000,
  disconnectTimeout: 200,
} satisfies CommonRedisOptions & { disconnectTimeout: number }

/** After so long at most a client of a cluster knows who serves a slot now. */
const SLOTS_REFRESH_MS = 2000

const createCluster = (urls: string[], options: ClientOptions) => {
  const [first] = urls.map((url) => new URL(url))
  const isTls = first?.protocol === 'rediss:'
  const credentials = credentialsOf(
    decodeURIComponent(first?.username ?? ''),
    decodeURIComponent(first?.password ?? ''),
  )
  return new Cluster(urls, {
    ...options,
    lazyConnect: true,
    enableOfflineQueue: false,
    slotsRefreshInterval: SLOTS_REFRESH_MS,
    clusterRetryStrategy: reconnectDelayMs,
    clusterNodeRetryStrategy: reconnectDelayMs,
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    maxRedirections: 4,
    redisOptions: { ...OPTIONS, ...credentials, ...(isTls && { tls: {} }) },
    // Certificates name hosts, not addresses.
    ...(isTls ? { dnsLookup: (host, done) => done(null, host) } : {}),
  })
}

/** The master that the sentinels name at each connection. */
const toMaster = (address: SentinelAddress) =>
  ({
    sentinels: address.sentinels,
    name: address.master,
    db: address.database,
    ...address.credentials,
    sentinelUsername: address.sentinelCredentials.username,
    sentinelPassword: address.sentinelCredentials.password,
    sentinelCommandTimeout: OPTIONS.connectTimeout,
    sentinelRetryStrategy: reconnectDelayMs,
    ...(address.isTls && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }),
  }) satisfies CommonRedisOptions & SentinelConnectionOptions

/** A server, the master that sentinels name, or a cluster with the credentials of its first node. */
export const createClient = (url: string, clientOptions: ClientOptions = {}): RedisClient => {
  const address = parseRedisAddress(url)
  if (address?.kind === 'cluster') return createCluster(address.urls, clientOptions)
  const options = {
    ...OPTIONS,
    enableOfflineQueue: false,
    retryStrategy: reconnectDelayMs,
    scripts: clientOptions.scripts ?? {},
  }
  return address?.kind === 'sentinel'
    ? new Redis({ ...options, ...toMaster(address) })
    : new Redis(url, options)
}

// A cluster connects to a node with its first command and refuses others until then, so connect
// before.
const connectNode = async (node: Redis) => {
  const ready = Promise.withResolvers<void>()
  if (node.status === 'ready') ready.resolve()
  else node.once('ready', () => ready.resolve())
  if (node.status === 'wait') node.connect().catch(() => undefined)
  await ready.promise
}

/** Rejects when the first attempt fails, but goes on trying. */
export const connect = async (client: RedisClient) => {
  if (!(client instanceof Cluster)) return await client.connect()
  const connectNodes = () => Promise.all(client.nodes().map(connectNode))
  client.on('ready', () => void connectNodes())
  // Not earlier: the cluster's own first query would find a node that is connecting, and give up.
  client.on('+node', (node: Redis) => {
    if (client.status === 'ready') void connectNode(node)
  })
  await client.connect()
  await connectNodes()
}

const CONNECTED: readonly string[] = ['connecting', 'connect', 'ready']

export const disconnect = async (client: RedisClient) => {
  const ended = Promise.withResolvers<void>()
  if (CONNECTED.includes(client.status)) client.once('end', () => ended.resolve())
  else ended.resolve()
  client.disconnect()
  await ended.promise
}
