import { createHmac } from 'node:crypto'
import ipaddr from 'ipaddr.js'

/**
 * Stands for the client's address in what is counted by it: a keyed hash, of the network of 64 bits
 * with IPv6. Null for this machine itself, which is a proxy that was not configured or somebody
 * trying things out, and says nothing about the buyer.
 */
export function clientKeyOf(address: string | undefined, key: Uint8Array): string | null {
  if (address === undefined || !ipaddr.isValid(address)) return null
  const parsed = ipaddr.process(address)
  if (parsed.range() === 'loopback') return null
  const bytes = parsed.toByteArray()
  return createHmac('sha256', key)
    .update(Uint8Array.from(bytes.length === 16 ? bytes.slice(0, 8) : bytes))
    .digest('base64url')
}
