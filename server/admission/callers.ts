import { createSecretKey } from 'node:crypto'
import { CheckoutError } from '../checkout/errors.ts'
import type { Rate } from '../checkout/ports/cache.ts'
import { createRecent } from '../cache/memory/recent.ts'
import {
  type MemoryRateLimiter,
  createMemoryRateLimiter,
} from '../cache/memory/memory-rate-limiter.ts'
import type { ClientNetwork } from '../checkout/buyers/client-network.ts'
import { networksOf as anyNetworksOf, clientNetworksOf } from './client-address.ts'
import { type NetworkLimit, limitsOf, takeFromNetworks } from './network-limits.ts'
import { createWorkGate } from './work-gate.ts'

/**
 * What a caller names: the digest of a key or a member's cookie, a session, a bank challenge, a
 * store.
 * `mark`: a part of a key by which most keys differ, without a digest.
 */
export type Caller = {
  kind: 'key' | 'session' | 'challenge' | 'member' | 'store'
  name: string
  mark?: string
}

/** `hasTrace`: a cheap check, before the record is asked. */
export type Lookups = { hasTrace?: () => Promise<boolean>; isKnown: () => Promise<boolean> }

export type Callers = ReturnType<typeof createCallers>

/** How many names of all kinds together are remembered, about 100 bytes each. */
const MAX_KNOWN = 20_000
const MAX_UNKNOWN = 20_000

/** Nobody can guess a name before it is made, so an unknown name stays unknown for a while. */
const UNKNOWN_MS = 60_000

/** How often a customer may name something unknown before we refuse to look it up. */
const FAILURE_RATE: Rate = { perSecond: 1 / 3, burst: 20 }
const FAILURES = { purpose: 'failures', rate: FAILURE_RATE }

/** How long a refused network stays refused without another look, and what it is answered. */
const COOL_DOWN_MS = 1_000
export const COOL_DOWN_RETRY_SECONDS = 3

/** How strangers wait until they are looked up. */
const STRANGERS = { atOnceOfClient: 2, waiting: 50, patienceMs: 100 }

export const tooManyUnknown = ({ retryAfterSeconds }: { retryAfterSeconds: number }) =>
  new CheckoutError(
    'rate_limited',
    `Your network asks for too much that does not exist. Try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  )

/** Counts how often networks have named something unknown. */
function createFailures(limiter: MemoryRateLimiter, monotonicMs: () => number) {
  // By address, until when its network needs no look.
  const cooling = createRecent<number>(MAX_UNKNOWN)
  return {
    /** @throws {CheckoutError} rate_limited */
    assertFew(address: string | undefined, networks: ClientNetwork[]) {
      const spent = limitsOf(networks, FAILURES)
        .map(({ key, rate }) => limiter.look(key, rate))
        .find(({ allowed }) => !allowed)
      if (!spent) return
      if (address !== undefined) cooling.put(address, monotonicMs() + COOL_DOWN_MS)
      throw tooManyUnknown(spent)
    },
    isCooling: (address: string) => (cooling.find(address) ?? 0) > monotonicMs(),
    count: (networks: ClientNetwork[]) => takeFromNetworks(limiter, networks, FAILURES),
  }
}

/** Callers of now, and the marks of their keys. */
function createKnown() {
  const names = createRecent<true>(MAX_KNOWN)
  const marks = createRecent<true>(MAX_KNOWN)
  return {
    has: (name: string) => names.find(name) !== undefined,
    hasMark: (mark: string) => marks.find(mark) !== undefined,
    remember(caller: Caller) {
      names.put(nameOf(caller), true)
      if (caller.mark !== undefined) marks.put(caller.mark, true)
    },
    forget: (caller: Caller) => names.forget(nameOf(caller)),
  }
}

/** Looks up strangers, a few at a time. Callers with the same name share one look-up. */
function createLookups({ strangersAtOnce = 4 }: Pick<CallersDeps, 'strangersAtOnce'>) {
  const gate = createWorkGate({ ...STRANGERS, atOnce: strangersAtOnce })
  const lookups = new Map<string, Promise<boolean>>()
  return (name: string, client: string | undefined, isKnown: () => Promise<boolean>) => {
    const begun = lookups.get(name)
    if (begun) return begun
    const lookup = gate.run(client, isKnown).finally(() => lookups.delete(name))
    lookups.set(name, lookup)
    return lookup
  }
}

const nameOf = ({ kind, name }: Caller) => `${kind}:${name}`

type CallersDeps = {
  monotonicMs: () => number
  secret: Uint8Array
  /** Whether this machine's own address may be that of everybody behind a proxy. */
  isProxyForgotten?: () => boolean
  /** How many strangers are looked up at once. (Default: 4.) */
  strangersAtOnce?: number
}

/**
 * Separates callers that were known a moment ago from strangers, before the record is asked. A
 * stranger waits for one of a few slots, and a network that names too much that is unknown is
 * refused. Nothing here decides what a caller may do. Each process has its own memory.
 * @param secret the key of the hashes that stand for networks.
 */
export function createCallers({ monotonicMs, secret, isProxyForgotten, ...needs }: CallersDeps) {
  const known = createKnown()
  // By name, the time of the last use in milliseconds.
  const unknown = createRecent<number>(MAX_UNKNOWN)
  const limiter = createMemoryRateLimiter(FAILURE_RATE, monotonicMs)
  const failures = createFailures(limiter, monotonicMs)
  const lookUp = createLookups(needs)
  const key = createSecretKey(secret)
  const networksOf = (address: string | undefined) =>
    (isProxyForgotten?.() ? anyNetworksOf : clientNetworksOf)(address, key)
  const isUnknown = (name: string) => (unknown.find(name) ?? -Infinity) > monotonicMs() - UNKNOWN_MS

  return {
    /** Empty for this machine itself, unless a proxy there was forgotten. */
    networksOf,

    /** What the log shows for the address; null for this machine itself. */
    keyOf: (address: string | undefined) => networksOf(address)[0]?.key ?? null,

    /** Takes from the limits of the address's networks; undefined when it has none. */
    take: (address: string | undefined, limit: NetworkLimit) =>
      takeFromNetworks(limiter, networksOf(address), limit),

    /**
     * Whether the caller exists; only strangers are looked up.
     * @throws {CheckoutError} rate_limited, busy
     */
    async admit(
      { address, ...caller }: Caller & { address: string | undefined },
      { hasTrace, isKnown }: Lookups,
    ) {
      const name = nameOf(caller)
      if (known.has(name) || (await hasTrace?.())) {
        known.remember(caller)
        return true
      }
      const networks = networksOf(address)
      failures.assertFew(address, networks)
      const found = !isUnknown(name) && (await lookUp(name, networks[0]?.key, isKnown))
      if (found) {
        known.remember(caller)
        return true
      }
      unknown.put(name, monotonicMs())
      await failures.count(networks)
      return false
    },

    /** Whether `admit` would refuse a key with this mark, without a look at its network. */
    isRefused: (address: string, mark: string) =>
      failures.isCooling(address) && !known.hasMark(mark),

    /** The caller exists: next time it is not a stranger. */
    remember: known.remember,

    /** The caller exists no more. */
    forget: known.forget,
  }
}
