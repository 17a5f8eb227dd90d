import { describe, expect, test } from 'vitest'
import { completedPhone, examplePhone } from './phone.ts'

describe('checkout-page §2: a phone number, with the country of the address', () => {
  test.each([
    ['0151 23456789', 'DE', '+49 1512 3456789'],
    ['600 123 456', 'ES', '+34 600 12 34 56'],
    ['(415) 555-2671', 'US', '+1 415 555 2671'],
    ['06 1234 5678', 'IT', '+39 06 1234 5678'],
    ['0034 600 123 456', 'DE', '+34 600 12 34 56'],
    ['٠١٥١٢٣٤٥٦٧٨٩', 'DE', '+49 1512 3456789'],
  ])('the number %s is completed in %s: %s', (typed, country, completed) => {
    expect(completedPhone(typed, country)).toBe(completed)
  })

  test.each([
    ['+34 600-123-456', 'DE'],
    ['12', 'DE'],
    ['call me', 'DE'],
    ['600 123 456', 'AQ'],
    ['0151 23456789, ask for Ana 0151 2345', 'DE'],
    ['', 'ES'],
  ])('the number %s stays as it was typed in %s', (typed, country) => {
    expect(completedPhone(typed, country)).toBe(typed)
  })

  test('a country has an example of its numbers, and a place without people has none', () => {
    expect(examplePhone('DE')).toBe('+49 1512 3456789')
    expect(examplePhone('AQ')).toBeUndefined()
  })
})
