import type { LookupAddress } from 'node:dns'
import { Resolver, lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { type Reach, isReachable } from './reachable.ts'

/** Where a request would go. `refused`: it may not. `unresolved`: the name has no address now. */
export type Target =
  | { type: 'reachable'; url: URL; addresses: LookupAddress[] }
  | { type: 'refused'; reason: string }
  | { type: 'unresolved' }

export type Egress = Reach & {
  /** Servers to ask for names. (Default: those of this machine.) */
  nameServers?: string[]
}

const LOCAL_NAME = /^(.+\.)?localhost$/

/** How long one question to a name server may take; it is asked twice. */
const NAME_QUESTION_MS = 2_000

const refused = (reason: string): Target => ({ type: 'refused', reason })

/** The check for saving, testing and sending. Resolves the name once and checks every address. */
export async function findTarget(
  address: string,
  { signal, ...egress }: Egress & { signal: AbortSignal },
): Promise<Target> {
  const url = URL.parse(address)
  if (!url) return refused('must be an absolute address')
  if (url.username !== '' || url.password !== '') return refused('must have no user info')
  const host = url.hostname.replaceAll(/^\[|\]$/g, '')
  const isLocalName = LOCAL_NAME.test(host)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && egress.isOnLoopback))
    return refused('must be an https: address')
  if (!isAllowedPort(url)) return refused('must have port 443, or one from 1024 on')
  if (isLocalName && !egress.isOnLoopback) return refused('must not be this machine')
  const addresses = await resolve(host, { isLocalName, signal, ...egress })
  if (addresses.length === 0) return { type: 'unresolved' }
  if (!addresses.every((each) => isReachable(each.address, egress)))
    return refused('must lead only to public addresses')
  if (url.protocol === 'http:' && !addresses.every(isLoopback))
    return refused('must be an https: address')
  return { type: 'reachable', url, addresses }
}

/** Below 1024 are the services of a machine: mail, databases and sign-ins among them. */
const isAllowedPort = ({ protocol, port }: URL) =>
  port === '' ? protocol === 'https:' : Number(port) === 443 || Number(port) >= 1024

const isLoopback = ({ address }: LookupAddress) => /^127\.|^::1$/.test(address)

async function resolve(
  host: string,
  { isLocalName, signal, nameServers }: Egress & { isLocalName: boolean; signal: AbortSignal },
): Promise<LookupAddress[]> {
  const family = isIP(host)
  if (family !== 0) return [{ address: host, family }]
  if (isLocalName) return lookup('localhost', { all: true })
  // The system's look-up would block one of four threads while a name server is silent.
  const resolver = new Resolver({ timeout: NAME_QUESTION_MS, tries: 2 })
  if (nameServers) resolver.setServers(nameServers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  signal.removeEventListener('abort', cancel)
  return found.flatMap((answer, index) =>
    answer.status === 'fulfilled'
      ? answer.value.map((each) => ({ address: each, family: index === 0 ? 4 : 6 }))
      : [],
  )
}
