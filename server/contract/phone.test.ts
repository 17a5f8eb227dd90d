import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PhoneNumber } from './phone.ts'

const isTaken = (phone: string) => PhoneNumber.safeParse(phone).success

describe('contract §5: a phone number, of a buyer or a store', () => {
  test.each([
    '+34 600 123 456',
    '+49 (0) 151 / 23-45.67',
    '0047.900.12.345',
    '090ー1234ー5678',
    '＋８１（９０）１２３４－５６７８',
    '+47\u00a0900\u202f12\u2011345',
    '+1 202 555\u22120143',
    '\u202a+972 50-123-4567\u202c',
    '٠١٢٣٤٥٦٧٨٩',
    '०१२ ३४५ ६७८९',
  ])('the number %j is taken', (phone) => {
    expect(isTaken(phone)).toBe(true)
  })

  test.each([
    'call me 1234567',
    '1234567 Ana',
    '202 555 0143 ext. 12',
    '202 555 0143, 12',
    '1234567*',
    '#1234567',
    '1234567\n',
    '①②③④⑤⑥⑦',
    '☎ 1234567',
    '() + - . /',
    '',
  ])('the number %j is refused', (phone) => {
    expect(isTaken(phone)).toBe(false)
  })

  test('a number is judged by its digits, wherever spaces and punctuation stand', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789٣๗९'), maxLength: 18 })
    const between = fc.constantFrom('', ' ', '-', ' (', ') ', '.', '/', '+')
    fc.assert(
      fc.property(digits, between, (number, mark) => {
        const phone = [...number].map((digit) => digit + mark).join('')
        fc.pre(phone.length <= 32)
        expect(isTaken(phone)).toBe(number.length >= 7 && number.length <= 15)
      }),
    )
  })
})
