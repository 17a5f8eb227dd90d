import { describe, expect, test } from 'vitest'
import { isReachable, parsePrivateRange } from './reachable.ts'

const OUTSIDE = { isOnLoopback: false, allowedRanges: [] }

describe('security, threat 20: which addresses a webhook may reach', () => {
  test.each([
    '8.8.8.8',
    '93.184.216.34',
    '223.255.255.254',
    '2606:2800:220:1:248:1893:25c8:1946',
    '2a00:1450::1',
  ])('a webhook may reach a host of the internet: %s', (address) => {
    expect(isReachable(address, OUTSIDE)).toBe(true)
  })

  test.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::8.8.8.8',
    '::ffff:8.8.8.8',
    '::ffff:127.0.0.1',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '100::1',
    '2001::1',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    'localhost',
    '',
  ])('a webhook may never reach %s', (address) => {
    expect(isReachable(address, OUTSIDE)).toBe(false)
  })

  test('a webhook may reach this machine while the service itself is reached from there alone', () => {
    const onLoopback = { isOnLoopback: true, allowedRanges: [] }
    expect(isReachable('127.0.0.1', onLoopback)).toBe(true)
    expect(isReachable('::1', onLoopback)).toBe(true)
    for (const address of ['10.0.0.1', '169.254.169.254', '0.0.0.0', '::ffff:127.0.0.1'])
      expect(isReachable(address, onLoopback)).toBe(false)
  })

  test('a webhook may reach private ranges that the operator has opened, and nothing beside them', () => {
    const allowedRanges = ['10.2.0.0/16', 'fd12::/32'].map((text) => {
      const range = parsePrivateRange(text)
      if (!range) throw new Error(`${text} is no private range`)
      return range
    })
    const opened = { isOnLoopback: false, allowedRanges }
    expect(isReachable('10.2.255.1', opened)).toBe(true)
    expect(isReachable('fd12:0:1::1', opened)).toBe(true)
    for (const address of ['10.3.0.1', 'fd13::1', '127.0.0.1', '::ffff:10.2.0.1'])
      expect(isReachable(address, opened)).toBe(false)
  })

  test.each([
    '0.0.0.0/0',
    '10.0.0.0/7',
    '8.8.8.0/24',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '::/0',
    'fe80::/10',
    '::ffff:10.0.0.0/104',
    '10.0.0.1',
    '10.0.0.0/33',
    'private',
  ])('an operator cannot open %s to webhooks', (range) => {
    expect(parsePrivateRange(range)).toBeUndefined()
  })
})
