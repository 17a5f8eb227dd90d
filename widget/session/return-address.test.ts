import { describe, expect, test } from 'vitest'
import { returnAddress, webAddress } from './return-address.ts'

describe('contract §3: the return address', () => {
  test.each([
    ['https://shop.example/thanks', 'https://shop.example/thanks?session_id=cs_1'],
    [
      'https://shop.example/thanks?a=1&b=2#paid',
      'https://shop.example/thanks?a=1&b=2&session_id=cs_1#paid',
    ],
    ['https://shop.example/?session_id=old&x=1', 'https://shop.example/?session_id=cs_1&x=1'],
    ['http://localhost:3000', 'http://localhost:3000/?session_id=cs_1'],
  ])('the return address of %s is %s', (successUrl, expected) => {
    expect(returnAddress(successUrl, 'cs_1')).toBe(expected)
  })
  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    '//evil.example',
    'nothing',
    '',
  ])('there is no return address for %j', (address) => {
    expect(returnAddress(address, 'cs_1')).toBeUndefined()
    expect(webAddress(address)).toBeUndefined()
  })
})
