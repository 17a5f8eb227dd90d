import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Addresses whose first so many bits are the same. */
export type AddressRange = [Address, number]

const rangesOf = (...texts: string[]): AddressRange[] => texts.map((text) => ipaddr.parseCIDR(text))

const LOOPBACK = rangesOf('127.0.0.0/8', '::1/128')

/** Ranges that an operator may open: private networks, in which nobody else has an address. */
const PRIVATE = rangesOf(
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  'fc00::/7',
)

/** IANA's special-purpose registries: addresses that are not one host of the public internet. */
const SPECIAL = rangesOf(
  ...PRIVATE.map(([address, bits]) => `${address.toString()}/${bits}`),
  '0.0.0.0/8',
  '127.0.0.0/8',
  '169.254.0.0/16', // link-local: cloud machines ask for their credentials there
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.175.48.0/24',
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3', // multicast, reserved, broadcast
  '2001::/23', // Teredo, benchmarks, ORCHID
  '2001:db8::/32',
  '2002::/16', // 6to4: an IPv4 address inside
  '2620:4f:8000::/48',
  '3fff::/20',
)

/** Of IPv6 only this is given out so far. It leaves out v4-mapped addresses and NAT64. */
const GLOBAL = rangesOf('0.0.0.0/0', '2000::/3')

const isWithin = (address: Address, ranges: AddressRange[]) =>
  ranges.some(([first, bits]) =>
    address instanceof ipaddr.IPv4
      ? first instanceof ipaddr.IPv4 && address.match(first, bits)
      : first instanceof ipaddr.IPv6 && address.match(first, bits),
  )

/** A range such as `10.2.0.0/16`; undefined for other text, and unless all of it is private. */
export function parsePrivateRange(text: string): AddressRange | undefined {
  const [, first = '', width = ''] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? []
  const family = isIP(first)
  if (family === 0 || Number(width) > (family === 4 ? 32 : 128)) return undefined
  const [address, bits] = ipaddr.parseCIDR(text)
  const isPrivate = PRIVATE.some(
    ([base, widest]) => bits >= widest && isWithin(address, [[base, widest]]),
  )
  return isPrivate ? [address, bits] : undefined
}

export type Reach = {
  /** Whether only its own machine can reach the service. */
  isOnLoopback: boolean
  /** Private ranges that the operator has opened. */
  allowedRanges: AddressRange[]
}

/** Whether a request may go there: to a host of the public internet or to an opened range. */
export function isReachable(text: string, { isOnLoopback, allowedRanges }: Reach) {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (isWithin(address, allowedRanges)) return true
  if (isOnLoopback && isWithin(address, LOOPBACK)) return true
  return isWithin(address, GLOBAL) && !isWithin(address, SPECIAL)
}
