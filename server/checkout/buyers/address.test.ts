import { describe, expect, test } from 'vitest'
import { addressIn, writtenAddress } from './address.ts'

describe('checkout-page §2: what an address is made of', () => {
  test.each([
    ['ES', ['place', 'postalCode', 'city', 'region'], undefined],
    ['US', ['place', 'city', 'region', 'postalCode'], undefined],
    ['DE', ['place', 'postalCode', 'city'], undefined],
    ['GB', ['place', 'city', 'postalCode'], undefined],
    ['JP', ['postalCode', 'region', 'place'], undefined],
    ['AE', ['place', 'region'], undefined],
    ['IE', ['place', 'city', 'region', 'postalCode'], ['region', 'postalCode']],
    ['HK', ['region', 'city', 'place'], ['city']],
    // Of whose post nothing is known.
    ['AQ', ['place', 'city'], undefined],
  ])('an address in %s is made of %j, of which %j may be empty', (country, fields, optional) => {
    const { phone: _example, regionWord: _word, ...address } = addressIn(country)
    expect(address).toEqual({ country, fields, ...(optional && { optional }) })
  })
})

describe('checkout-page §2: a region has the name that people there give it', () => {
  test.each([
    ['US', 'state'],
    ['ES', 'province'],
    ['JP', 'prefecture'],
    ['IE', 'county'],
    ['CO', 'department'],
    ['AE', 'emirate'],
    ['PE', 'region'],
    ['JM', 'region'],
    ['DE', undefined],
  ])('a region of %s is called a %s', (country, word) => {
    expect(addressIn(country).regionWord).toBe(word)
  })
})

describe('checkout-page §2: the address as it goes into the order', () => {
  test.each([
    [
      {
        country: 'ES',
        place: 'Calle Mayor 1',
        postalCode: '28013',
        city: 'Alcalá',
        region: 'Madrid',
      },
      'Calle Mayor 1\n28013 Alcalá Madrid',
    ],
    [
      {
        country: 'US',
        place: '548 Market St\nApt 5',
        postalCode: '94016',
        city: 'San Francisco',
        region: 'CA',
      },
      '548 Market St\nApt 5\nSan Francisco, CA 94016',
    ],
    [
      { country: 'GB', place: '10 Downing St', postalCode: 'SW1A 2AA', city: 'London' },
      '10 Downing St\nLondon\nSW1A 2AA',
    ],
    [
      { country: 'JP', place: '千代田1-1', postalCode: '100-0001', region: '東京都' },
      '〒100-0001\n東京都\n千代田1-1',
    ],
    [
      { country: 'JP', place: '1-1 Chiyoda', postalCode: '100-0001', region: 'Tokyo' },
      '1-1 Chiyoda, Tokyo\n100-0001',
    ],
  ])('an address in parts goes into the order as its country writes it: %j', (address, written) => {
    expect(writtenAddress(address, { withCountry: false })).toBe(written)
  })
  test.each([
    ['CH', 'CH-8001', 'CH-8001'],
    ['CH', ' ch – 8001', 'CH-8001'],
    ['CH', '8001', 'CH-8001'],
    ['LI', 'FL-9490', 'FL-9490'],
    ['LI', 'LI 9490', 'FL-9490'],
    ['LU', 'L-1009', 'L-1009'],
    ['LT', 'LT04340', 'LT-04340'],
    ['FI', 'FI-00550', 'FI-00550'],
    ['AX', 'AX-22150', 'AX-22150'],
    ['SE', 'SE-11455', 'SE-11455'],
    ['SI', 'SI-4000', 'SI-4000'],
    ['HR', 'HR-10001', 'HR-10001'],
    ['MC', 'MC-98000', 'MC-98000'],
    ['MD', 'MD-2012', 'MD-2012'],
    ['AZ', 'AZ1000', 'AZ 1000'],
    ['FO', 'FO 100', 'FO100'],
    ['HT', 'HT6120', 'HT6120'],
    ['SG', 'Singapore 546080', 'SINGAPORE 546080'],
    ['JP', '〒100-0001', '〒100-0001'],
    ['DE', 'DE-10115', 'DE-10115'],
    ['GB', 'GB', 'GB'],
    ['LV', 'LV-1010', 'LV-1010'],
  ])('what %s writes before a postal code is written once: %s', (country, postalCode, line) => {
    const street = country === 'JP' ? '千代田1-1' : 'Street 1'
    const written = writtenAddress({ country, place: street, postalCode }, { withCountry: false })
    expect(written.split('\n')).toContain(line)
  })
  test('the address in the order names the country, where the store delivers to others, too', () => {
    const address = {
      country: 'PT',
      place: 'Rua Augusta 2',
      postalCode: '1100-048',
      city: 'Lisboa',
    }
    expect(writtenAddress(address, { withCountry: true })).toBe(
      'Rua Augusta 2\n1100-048 Lisboa\nPortugal',
    )
  })
  test('a town that is its own province is written once', () => {
    const address = {
      country: 'ES',
      place: 'Gran Vía 1',
      postalCode: '28013',
      city: 'Madrid',
      region: 'Madrid',
    }
    expect(writtenAddress(address, { withCountry: false })).toBe('Gran Vía 1\n28013 Madrid')
  })
  test('what has no place in the country’s format of an address is not lost', () => {
    const address = {
      country: 'AE',
      place: 'Street 1',
      postalCode: '12345',
      city: 'Al Barsha',
      region: 'Dubai',
    }
    expect(writtenAddress(address, { withCountry: false })).toBe(
      'Street 1\nDubai\nAl Barsha\n12345',
    )
  })
})
