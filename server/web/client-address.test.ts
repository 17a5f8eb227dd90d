import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { clientKeyOf } from './client-address.ts'

const KEY = Buffer.alloc(32, 1)
const keyOf = (address: string | undefined) => clientKeyOf(address, KEY)

describe('security §1: What stands for a client’s address', () => {
  test('is the same for the same address, another for every other, and hides it', () => {
    expect(keyOf('203.0.113.7')).toMatch(/^[\w-]{43}$/)
    expect(keyOf('203.0.113.7')).toBe(keyOf('203.0.113.7'))
    expect(keyOf('203.0.113.7')).not.toBe(keyOf('203.0.113.8'))
    expect(keyOf('203.0.113.7')).not.toBe(clientKeyOf('203.0.113.7', randomBytes(32)))
  })

  test('is one for an IPv4 address, however it is written', () => {
    expect(keyOf('::ffff:203.0.113.7')).toBe(keyOf('203.0.113.7'))
    expect(keyOf('::ffff:cb00:7107')).toBe(keyOf('203.0.113.7'))
  })

  test('is one for an IPv6 network of 64 bits, and another for its neighbour', () => {
    expect(keyOf('2001:db8:1:2::1')).toBe(keyOf('2001:db8:1:2:ffff:ffff:ffff:ffff'))
    expect(keyOf('2001:DB8:1:2:0:0:0:1')).toBe(keyOf('2001:db8:1:2::1'))
    expect(keyOf('2001:db8:1:2::1')).not.toBe(keyOf('2001:db8:1:3::1'))
    expect(keyOf('2001:db8:1:2::1%eth0')).toBe(keyOf('2001:db8:1:2::1'))
  })

  test.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])(
    'is nothing for this machine itself: %s',
    (address) => {
      expect(keyOf(address)).toBeNull()
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
  ])('is nothing for what is no address: %j', (address) => {
    expect(keyOf(address)).toBeNull()
  })
})
