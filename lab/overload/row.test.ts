import { describe, expect, test } from 'vitest'
import { type Row, reasonsAgainst } from './row.ts'

const anExperience = (fields: Partial<Row['attacked']> = {}) => ({
  begun: 100,
  paid: 100,
  times: [10, 20, 30],
  triedAgain: 0,
  failures: 0,
  lost: [],
  ...fields,
})

const aRow = (fields: Partial<Row> = {}): Row => ({
  attack: 'keys',
  answers: new Map([[401, 1000]]),
  quiet: anExperience(),
  attacked: anExperience(),
  lagMs: 20,
  leastForSale: undefined,
  foreignLoad: 0.02,
  isUp: true,
  ...fields,
})

describe('reliability: overload, an attack', () => {
  test('an attack that changes nothing for buyers has nothing against it', () => {
    expect(reasonsAgainst(aRow())).toEqual([])
  })

  test('an attack gets through with one 5xx other than 503, whoever met it', () => {
    expect(reasonsAgainst(aRow({ answers: new Map([[503, 900]]) }))).toEqual([])
    for (const row of [
      aRow({ answers: new Map([[500, 1]]) }),
      aRow({ attacked: anExperience({ failures: 1 }) }),
      aRow({ quiet: anExperience({ failures: 1 }) }),
    ])
      expect(reasonsAgainst(row)).toEqual(['1 answers of 5xx other than 503'])
  })

  test('an attack gets through when fewer than 99 of 100 buyers pay', () => {
    const paid = (count: number) =>
      reasonsAgainst(aRow({ attacked: anExperience({ paid: count }) }))
    expect(paid(99)).toEqual([])
    expect(paid(98)).toHaveLength(1)
    expect(reasonsAgainst(aRow({ attacked: anExperience({ begun: 0, paid: 0 }) }))).toHaveLength(1)
  })

  test('an attack gets through when every unit was held', () => {
    expect(reasonsAgainst(aRow({ leastForSale: 1 }))).toEqual([])
    expect(reasonsAgainst(aRow({ leastForSale: 0 }))).toHaveLength(1)
  })

  test('an attack gets through when the service is gone', () => {
    expect(reasonsAgainst(aRow({ isUp: false }))).toHaveLength(1)
  })

  test('an attack that was never made shows nothing', () => {
    expect(reasonsAgainst(aRow({ answers: new Map() }))).toHaveLength(1)
  })

  const slow = { attacked: anExperience({ times: [91] }), lagMs: 51 }

  test('an attack gets through with a p99 over three times, or a loop over 50 ms', () => {
    expect(reasonsAgainst(aRow(slow))).toHaveLength(2)
    expect(reasonsAgainst(aRow({ attacked: anExperience({ times: [90] }), lagMs: 50 }))).toEqual([])
  })

  test('an attack is timed on a quiet machine alone', () => {
    expect(reasonsAgainst(aRow({ ...slow, foreignLoad: 0.11 }))).toEqual([])
    expect(reasonsAgainst(aRow({ ...slow, foreignLoad: undefined }))).toEqual([])
    expect(reasonsAgainst(aRow({ ...slow, quiet: undefined }))).toEqual([])
  })
})
