import type { LookupAddress } from 'node:dns'
import { Resolver, lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { type Reach, isReachable } from './reachable.ts'

/**
 * Where a request would go. `refused`: it may not go there; `unresolved`: nobody knows at this
 * moment where that is.
 */
export type Target =
  | { type: 'reachable'; url: URL; addresses: LookupAddress[] }
  | { type: 'refused'; reason: string }
  | { type: 'unresolved' }

export type Egress = Reach & {
  /** Whom to ask for names. (Default: whom this machine asks.) */
  nameServers?: string[]
}

const LOCAL_NAME = /^(.+\.)?localhost$/

/** How long one question to a name server may take; it is asked twice. */
const NAME_QUESTION_MS = 2_000

const refused = (reason: string): Target => ({ type: 'refused', reason })

/** The one check for saving, testing and sending: resolves the name once, and looks at all of it. */
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
  if (isLocalName && !egress.isOnLoopback) return refused('must not be this machine')
  const addresses = await resolve(host, { isLocalName, signal, ...egress })
  if (addresses.length === 0) return { type: 'unresolved' }
  if (!addresses.every((each) => isReachable(each.address, egress)))
    return refused('must lead to public addresses alone')
  if (url.protocol === 'http:' && !addresses.every(isLoopback))
    return refused('must be an https: address')
  return { type: 'reachable', url, addresses }
}

const isLoopback = ({ address }: LookupAddress) => /^127\.|^::1$/.test(address)

async function resolve(
  host: string,
  { isLocalName, signal, nameServers }: Egress & { isLocalName: boolean; signal: AbortSignal },
): Promise<LookupAddress[]> {
  const family = isIP(host)
  if (family !== 0) return [{ address: host, family }]
  // No name server knows these.
  if (isLocalName) return lookup('localhost', { all: true })
  // The system's own look-up would keep one of four threads for as long as a name server is silent.
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
