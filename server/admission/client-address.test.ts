import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { clientNetworksOf, networksOf } from './client-address.ts'

const SECRET = Buffer.alloc(32, 1)
const networks = (address: string | undefined) => networksOf(address, SECRET)
const keys = (address: string | undefined) => networks(address).map(({ key }) => key)

/** How many networks two addresses have in common. */
const shared = (one: string, other: string) =>
  keys(one).filter((key, index) => key === keys(other)[index]).length

describe('security §4: The networks of a client’s address', () => {
  test('networks are the same for the same address, differ for every other, and hide it', () => {
    expect(networks('203.0.113.7')).toEqual([
      { key: expect.stringMatching(/^[\w-]{22}$/), allowance: 1 },
    ])
    expect(shared('203.0.113.7', '203.0.113.7')).toBe(1)
    expect(shared('203.0.113.7', '203.0.113.8')).toBe(0)
    expect(networksOf('203.0.113.7', randomBytes(32))).not.toEqual(networks('203.0.113.7'))
  })

  test('an IPv4 address has one network, however it is written', () => {
    expect(keys('::ffff:203.0.113.7')).toEqual(keys('203.0.113.7'))
    expect(keys('::ffff:cb00:7107')).toEqual(keys('203.0.113.7'))
  })

  test('an IPv6 address has a /48, a /56 and a /64 as networks; wider ones may do more', () => {
    const found = networks('2001:db8:1:2::1')
    expect(found.map(({ allowance }) => allowance)).toEqual([1, 2, 4])
    expect(shared('2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe(3)
    expect(shared('2001:db8:1:2::1', '2001:db8:1:ff::1')).toBe(2)
    expect(shared('2001:db8:1:2::1', '2001:db8:1:100::1')).toBe(1)
    expect(shared('2001:db8:1:2::1', '2001:db8:2:2::1')).toBe(0)
    expect(keys('2001:DB8:1:2:0:0:0:1%eth0')).toEqual(keys('2001:db8:1:2::1'))
  })

  test.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])(
    'a client at an address of this machine has no networks: %s',
    (address) => {
      expect(clientNetworksOf(address, SECRET)).toEqual([])
      expect(networks(address)).not.toEqual([])
    },
  )

  test.each([
    undefined,
    '',
    'unknown',
    'localhost',
    '203.0.113.7:8080',
    '203.0.113',
    '203.0.113.256',
    '<script>',
  ])('what is no address has no networks: %j', (address) => {
    expect(networks(address)).toEqual([])
    expect(clientNetworksOf(address, SECRET)).toEqual([])
  })
})
