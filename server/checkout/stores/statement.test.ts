import { describe, expect, test } from 'vitest'
import { statementSuffix, statementText } from './statement.ts'

describe('The buyer hears of it: statement text', () => {
  test('name and order number fit into the 22 characters of a card statement', () => {
    expect(statementText('NORDIC SHO', 'K7Q2M-4XW9P')).toBe('NORDIC SHO* K7Q2M4XW9P')
    expect('NORDIC SHO* K7Q2M4XW9P').toHaveLength(22)
  })

  test('nothing is sent that Stripe would refuse, and nothing shown that is not there', () => {
    expect(statementSuffix('12345-67890')).toBeUndefined()
    expect(statementSuffix(null)).toBeUndefined()
    expect(statementText('LOOM', '12345-67890')).toBeUndefined()
    expect(statementText(null, 'K7Q2M-4XW9P')).toBeFalsy()
  })
})
