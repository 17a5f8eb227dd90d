import { createSecretKey } from 'node:crypto'
import { CheckoutError } from '../checkout/errors.ts'
import type { Rate } from '../checkout/ports/cache.ts'
import { createRecent } from './recent.ts'
import {
  type MemoryRateLimiter,
  createMemoryRateLimiter,
} from '../cache/memory/memory-rate-limiter.ts'
import type { ClientNetwork } from '../checkout/client-network.ts'
import { clientNetworksOf } from './client-address.ts'
import { type NetworkLimit, limitsOf, takeFromNetworks } from './network-limits.ts'
import { createWorkGate } from './work-gate.ts'

/** What a caller names: the digest of a key or of a member's cookie, a session, a bank's question. */
export type Caller = { kind: 'key' | 'session' | 'challenge' | 'member'; name: string }

/** How a name is looked up: whether something cheap knows of it, and what the record says. */
export type Lookups = { hasTrace?: () => Promise<boolean>; isKnown: () => Promise<boolean> }

export type Callers = ReturnType<typeof createCallers>

/** How many names of all kinds together are remembered, about 100 bytes each. */
const MAX_KNOWN = 20_000
const MAX_UNKNOWN = 20_000

/** Nobody can guess a name that is yet to be made, so an unknown one stays unknown for a while. */
const UNKNOWN_MS = 60_000

/** How often a customer may name what nobody knows, until its strangers wait. */
const FAILURE_RATE: Rate = { perSecond: 1 / 3, burst: 20 }
const FAILURES = { purpose: 'failures', rate: FAILURE_RATE }

/** Of the 20 connections to the record strangers have four. */
const STRANGERS = { atOnce: 4, atOnceOfClient: 2, waiting: 50, patienceMs: 100 }

/** How often networks have named what nobody knows. */
function createFailures(limiter: MemoryRateLimiter) {
  return {
    /** @throws {CheckoutError} rate_limited */
    assertFew(networks: ClientNetwork[]) {
      const spent = limitsOf(networks, FAILURES)
        .map(({ key, rate }) => limiter.look(key, rate))
        .find(({ allowed }) => !allowed)
      if (!spent) return
      const { retryAfterSeconds } = spent
      throw new CheckoutError(
        'rate_limited',
        `Too much from your network that nobody here knows. Try again in ${retryAfterSeconds} s.`,
        { retryAfterSeconds },
      )
    },
    count: (networks: ClientNetwork[]) => takeFromNetworks(limiter, networks, FAILURES),
  }
}

/**
 * Looks up strangers, a few at a time. Who names the same at the same time waits for the same
 * answer.
 */
function createLookups() {
  const gate = createWorkGate(STRANGERS)
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

/**
 * Tells callers that were known a moment ago from strangers, before the record is asked: a stranger
 * waits for one of a few places, and a network that names too much that nobody knows is refused.
 * Nothing here decides who may do what; each process remembers for itself.
 *
 * @param secret keys the hashes that stand for networks.
 */
export function createCallers({
  monotonicMs,
  secret,
}: {
  monotonicMs: () => number
  secret: Uint8Array
}) {
  // By name, the time of the last use in milliseconds.
  const known = createRecent<number>(MAX_KNOWN)
  const unknown = createRecent<number>(MAX_UNKNOWN)
  const limiter = createMemoryRateLimiter(FAILURE_RATE, monotonicMs)
  const failures = createFailures(limiter)
  const lookUp = createLookups()
  const key = createSecretKey(secret)
  const networksOf = (address: string | undefined) => clientNetworksOf(address, key)
  const isUnknown = (name: string) => (unknown.find(name) ?? -Infinity) > monotonicMs() - UNKNOWN_MS

  return {
    /** None for this machine itself. */
    networksOf,

    /** What stands for the address where it is logged; null for this machine itself. */
    keyOf: (address: string | undefined) => networksOf(address)[0]?.key ?? null,

    /** Takes from what each network of the address may do here; undefined when it has none. */
    take: (address: string | undefined, limit: NetworkLimit) =>
      takeFromNetworks(limiter, networksOf(address), limit),

    /**
     * Whether there is such a caller; only strangers are looked up. @throws {CheckoutError}
     * rate_limited, busy
     */
    async admit(
      { address, ...caller }: Caller & { address: string | undefined },
      { hasTrace, isKnown }: Lookups,
    ) {
      const name = nameOf(caller)
      if (known.find(name) !== undefined || (await hasTrace?.())) {
        known.put(name, monotonicMs())
        return true
      }
      const networks = networksOf(address)
      failures.assertFew(networks)
      const found = !isUnknown(name) && (await lookUp(name, networks[0]?.key, isKnown))
      const remembered = found ? known : unknown
      remembered.put(name, monotonicMs())
      if (!found) await failures.count(networks)
      return found
    },

    /** There is such a caller: the next time it is none of the strangers. */
    remember: (caller: Caller) => known.put(nameOf(caller), monotonicMs()),

    /** There is no such caller any more. */
    forget: (caller: Caller) => known.forget(nameOf(caller)),
  }
}
