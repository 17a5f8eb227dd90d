import { expect, test } from 'vitest'
import { addressesOf } from './hosts.ts'

test.each([
  ['postgres://u:p@db/shop', ['postgres://u:p@db/shop']],
  ['postgres://u@/shop?host=%2Ftmp%2Fa', ['postgres://u@/shop?host=%2Ftmp%2Fa']],
  [
    'postgres://u:p%2C@one:5432,[::1]:5433/shop?target_session_attrs=read-write',
    ['postgres://u:p%2C@one:5432/shop', 'postgres://u:p%2C@[::1]:5433/shop'],
  ],
  [
    'postgresql://one,two/shop?ssl=1',
    ['postgresql://one/shop?ssl=1', 'postgresql://two/shop?ssl=1'],
  ],
  [
    'postgres://u@/shop?host=/a,/b&port=1,2',
    ['postgres://u@/shop?host=%2Fa&port=1', 'postgres://u@/shop?host=%2Fb&port=2'],
  ],
])('contract §2, DATABASE_URL: %s names each host by itself', (url, addresses) => {
  expect(addressesOf(url)).toEqual(addresses)
})
