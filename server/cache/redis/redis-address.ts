/** User and password, which may be empty. */
export type Credentials = { username?: string; password?: string }

export type Host = { host: string; port: number }

export type SentinelAddress = {
  kind: 'sentinel'
  sentinels: Host[]
  /** The name by which the sentinels know the master. */
  master: string
  database: number
  isTls: boolean
  credentials: Credentials
  sentinelCredentials: Credentials
}

export type RedisAddress =
  | { kind: 'server'; url: string }
  | { kind: 'cluster'; urls: string[] }
  | SentinelAddress

const SENTINEL_PORT = 26_379

/** `redis+sentinel://[user:password@]host[:port][,host[:port]…]/master[/database][?…]` */
const SENTINEL =
  /^redis(s?)\+sentinel:\/\/(?:([^/?#@]*)@)?([^/?#@]+)\/([^/?#]+)(?:\/(\d{1,3}))?(?:\?([^#]*))?$/

/**
 * Undefined when the text is no address. Several addresses with commas between are those of a
 * cluster.
 */
export function parseRedisAddress(text: string): RedisAddress | undefined {
  if (/^rediss?\+sentinel:/.test(text)) return parseSentinelAddress(text)
  const urls = text.split(',').map((part) => part.trim())
  if (!urls.every(isServer)) return undefined
  return urls.length > 1 ? { kind: 'cluster', urls } : { kind: 'server', url: text }
}

function isServer(text: string) {
  const url = URL.parse(text)
  return url !== null && ['redis:', 'rediss:'].includes(url.protocol) && url.hostname !== ''
}

function parseSentinelAddress(text: string): SentinelAddress | undefined {
  const [match, tls, user = '', hosts = '', master = '', database = '0', query] =
    SENTINEL.exec(text) ?? []
  const fields = new URLSearchParams(query)
  const sentinels = hosts.split(',').map(toHost)
  if (match === undefined || !sentinels.every((host) => host !== undefined)) return undefined
  try {
    const sentinelCredentials = credentialsOf(
      takeOut(fields, 'sentinel_username'),
      takeOut(fields, 'sentinel_password'),
    )
    if (fields.size > 0) return undefined
    const [username, ...password] = user.split(':')
    return {
      kind: 'sentinel',
      sentinels,
      master: decodeURIComponent(master),
      database: Number(database),
      isTls: tls === 's',
      credentials: credentialsOf(
        decodeURIComponent(username ?? ''),
        decodeURIComponent(password.join(':')),
      ),
      sentinelCredentials,
    }
  } catch {
    // A percent sign that encodes nothing.
    return undefined
  }
}

function toHost(text: string): Host | undefined {
  const url = URL.parse(`redis://${text}`)
  if (!url || url.hostname === '' || url.username !== '') return undefined
  // Without the brackets of an IPv6 address, which is how Node connects to it.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  return { host, port: url.port === '' ? SENTINEL_PORT : Number(url.port) }
}

function takeOut(fields: URLSearchParams, name: string) {
  const value = fields.get(name) ?? ''
  fields.delete(name)
  return value
}

export const credentialsOf = (username: string, password: string): Credentials => ({
  ...(username !== '' && { username }),
  ...(password !== '' && { password }),
})
