import { Cluster, Redis } from 'ioredis'
import type { CommonRedisOptions } from 'ioredis'

export type RedisClient = Redis | Cluster

/** Lua by the name of the command that runs it. */
export type Scripts = Record<string, { lua: string; numberOfKeys: number }>

const reconnectDelayMs = (attempts: number) => Math.min(attempts * 50, 1000)

/** A command is sent once and now, or not at all: who waits for it has something else to do. */
const OPTIONS = {
  lazyConnect: true,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  autoResubscribe: false,
  connectTimeout: 2000,
  // A peer that vanished without a word is noticed by the commands it does not answer, and on an
  // idle connection by TCP.
  socketTimeout: 5000,
  keepAlive: 10_000,
  disconnectTimeout: 200,
} satisfies CommonRedisOptions & { disconnectTimeout: number }

const createCluster = (urls: string[], scripts: Scripts) => {
  const [first] = urls.map((url) => new URL(url))
  const isTls = first?.protocol === 'rediss:'
  return new Cluster(urls, {
    lazyConnect: true,
    enableOfflineQueue: false,
    scripts,
    clusterRetryStrategy: reconnectDelayMs,
    clusterNodeRetryStrategy: reconnectDelayMs,
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    maxRedirections: 4,
    redisOptions: {
      ...OPTIONS,
      ...(first?.username ? { username: decodeURIComponent(first.username) } : {}),
      ...(first?.password ? { password: decodeURIComponent(first.password) } : {}),
      ...(isTls ? { tls: {} } : {}),
    },
    // A certificate names hosts, not their addresses.
    ...(isTls ? { dnsLookup: (host, done) => done(null, host) } : {}),
  })
}

/**
 * `redis://…` or `rediss://…`; several, separated by commas, are nodes of one cluster with the
 * credentials of the first.
 */
export const createClient = (url: string, scripts: Scripts = {}): RedisClient => {
  const urls = url.split(',').map((part) => part.trim())
  return urls.length > 1
    ? createCluster(urls, scripts)
    : new Redis(url, {
        ...OPTIONS,
        enableOfflineQueue: false,
        retryStrategy: reconnectDelayMs,
        scripts,
      })
}

// A cluster connects to a node with the first command for it and refuses all others until then: be
// there before.
const connectNode = async (node: Redis) => {
  const ready = Promise.withResolvers<void>()
  if (node.status === 'ready') ready.resolve()
  else node.once('ready', () => ready.resolve())
  if (node.status === 'wait') node.connect().catch(() => undefined)
  await ready.promise
}

/** Rejects when the first attempt fails; the attempts go on. */
export const connect = async (client: RedisClient) => {
  if (!(client instanceof Cluster)) return await client.connect()
  const connectNodes = () => Promise.all(client.nodes().map(connectNode))
  client.on('ready', () => void connectNodes())
  // Not earlier: the cluster's own first question would find a node that is connecting, and give
  // up.
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
