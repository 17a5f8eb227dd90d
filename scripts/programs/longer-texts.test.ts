import { expect, test } from 'vitest'
import { longer } from './longer-texts.ts'

test.each([
  ['Delivery address', 'Delivery address Dêlîvêr'],
  ['Subtotal', 'SubtotalSûbt'],
  ['(optional)', '(optionalôptî)'],
  ['{price} each', '{price} each êâ'],
  ['I agree to the [terms of sale]', 'I agree to the [terms of sale] I âgrêê tô t'],
  ['', ''],
])('checkout page §6: %j is 40 % longer as %j', (text, expected) => {
  expect(longer(text).normalize()).toBe(expected)
})
