import { type KeyObject, createHmac } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import type { ClientNetwork } from '../checkout/buyers/client-network.ts'

/** One IPv4 address is one customer. One IPv6 customer may have a /64, a /56 or a /48. */
const IPV6_WIDTHS = [
  { bytes: 8, allowance: 1 },
  { bytes: 7, allowance: 2 },
  { bytes: 6, allowance: 4 },
]

/** Characters of a SHA-256: enough that no two networks have the same key. */
const KEY_LENGTH = 22

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Hashing with a key object takes a fifth of the time of hashing with bytes. */
type Secret = KeyObject | Uint8Array

const parse = (address: string | undefined): Address | undefined =>
  address !== undefined && ipaddr.isValid(address) ? ipaddr.process(address) : undefined

function keysOf(address: Address, secret: Secret): ClientNetwork[] {
  const bytes = Uint8Array.from(address.toByteArray())
  const keyOf = (network: Uint8Array) =>
    createHmac('sha256', secret).update(network).digest('base64url').slice(0, KEY_LENGTH)
  if (bytes.length === 4) return [{ key: keyOf(bytes), allowance: 1 }]
  return IPV6_WIDTHS.map(({ bytes: length, allowance }) => ({
    key: keyOf(bytes.slice(0, length)),
    allowance,
  }))
}

/**
 * The networks of an address, narrowest first, by keyed hashes; empty for text that is no address.
 */
export function networksOf(address: string | undefined, secret: Secret): ClientNetwork[] {
  const parsed = parse(address)
  return parsed ? keysOf(parsed, secret) : []
}

/**
 * Like `networksOf`, but empty for this machine itself. Such a request comes from a proxy that was
 * not configured or from somebody who tries things out, so its address is not the client's.
 */
export function clientNetworksOf(address: string | undefined, secret: Secret): ClientNetwork[] {
  const parsed = parse(address)
  return parsed && parsed.range() !== 'loopback' ? keysOf(parsed, secret) : []
}

const NEAR = ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat']

/** Whether a proxy of ours may be there. Any other address can send a proxy's headers, too. */
export function isNear(address: string | undefined) {
  const parsed = parse(address)
  return parsed !== undefined && NEAR.includes(parsed.range())
}
