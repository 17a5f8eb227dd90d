import { describe, expect, test } from 'vitest'
import { parseRedisAddress } from './redis-address.ts'

describe('contract §2 REDIS_URL', () => {
  test('an address of sentinels has their hosts, the name of the master, and all that is optional', () => {
    expect(
      parseRedisAddress(
        'rediss+sentinel://us%40er:p:w%2F@one:26380,two,[::1]:7/shop%20one/3?sentinel_username=s&sentinel_password=a%26b',
      ),
    ).toEqual({
      kind: 'sentinel',
      sentinels: [
        { host: 'one', port: 26_380 },
        { host: 'two', port: 26_379 },
        { host: '::1', port: 7 },
      ],
      master: 'shop one',
      database: 3,
      isTls: true,
      credentials: { username: 'us@er', password: 'p:w/' },
      sentinelCredentials: { username: 's', password: 'a&b' },
    })
  })

  test('an address of sentinels may have a host and a name alone', () => {
    expect(parseRedisAddress('redis+sentinel://one/shop')).toMatchObject({
      sentinels: [{ host: 'one', port: 26_379 }],
      database: 0,
      isTls: false,
      credentials: {},
      sentinelCredentials: {},
    })
  })

  test('one address is a server, several are a cluster', () => {
    expect(parseRedisAddress('redis://a/2')).toEqual({ kind: 'server', url: 'redis://a/2' })
    expect(parseRedisAddress('rediss://:p@a:1, rediss://b')).toEqual({
      kind: 'cluster',
      urls: ['rediss://:p@a:1', 'rediss://b'],
    })
  })

  test.each([
    'redis+sentinel://one',
    'redis+sentinel://one/',
    'redis+sentinel:///shop',
    'redis+sentinel://one,/shop',
    'redis+sentinel://one:port/shop',
    'redis+sentinel://one/shop/x',
    'redis+sentinel://one/shop?password=x',
    'redis+sentinel://%zz:p@one/shop',
    'redis+sentinel://one/shop,redis+sentinel://two/shop',
    'http+sentinel://one/shop',
    'redis://a,redis+sentinel://one/shop',
  ])('%s is no address of Redis', (text) => {
    expect(parseRedisAddress(text)).toBeUndefined()
  })
})
