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
    [
      'https://shop.example/?q=caf%E9&b%20c=d+e&f&=g&h=%2f~*&&sig=a%3D%3d#/r?session_id=x',
      'https://shop.example/?q=caf%E9&b%20c=d+e&f&=g&h=%2f~*&&sig=a%3D%3d&session_id=cs_1#/r?session_id=x',
    ],
    [
      'https://shop.example/?a=%E9&session_id&b=1&session%5Fid=2&my_session_id=3',
      'https://shop.example/?a=%E9&session_id=cs_1&b=1&my_session_id=3',
    ],
    [
      'https://shop.example/?a=1&?session_id=keep',
      'https://shop.example/?a=1&?session_id=keep&session_id=cs_1',
    ],
    [
      'https://shop.example/??session_id=x&a=1',
      'https://shop.example/??session_id=x&a=1&session_id=cs_1',
    ],
    ['https://shop.example/?#', 'https://shop.example/?session_id=cs_1#'],
    ['http://localhost:3000', 'http://localhost:3000?session_id=cs_1'],
    [
      `https://Shop.example:443/a/../b'"<>|^{}\`é?name=O'Brien&q="é"<>\`{}|^&sig=%7e#it's "<é>\``,
      `https://Shop.example:443/a/../b'"<>|^{}\`é?name=O'Brien&q="é"<>\`{}|^&sig=%7e&session_id=cs_1#it's "<é>\``,
    ],
    ['HTTPS://SHOP.example/thanks?#?', 'HTTPS://SHOP.example/thanks?session_id=cs_1#?'],
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
