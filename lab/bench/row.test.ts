import { describe, expect, test } from 'vitest'
import {
  type Row,
  type Shot,
  type Shots,
  foreignLoadOf,
  medianRate,
  mistakesOf,
  ratioOf,
  reasonsAgainst,
  timesOf,
  useOf,
} from './row.ts'

/** So many answers in a second, of one millisecond each. */
const aShot = (answers: number, fields: Partial<Shot> = {}): Shot => ({
  elapsedMs: 1000,
  times: Array.from({ length: answers }, () => 1),
  unexpected: [],
  use: { node: 300, postgres: 200, redis: 100 },
  foreignLoad: 0.02,
  ...fields,
})

const shotsOf = (side: string, shots: Shot[], fields: Partial<Shots> = {}): Shots => ({
  side,
  shots,
  isDurable: true,
  mistakes: [],
  ...fields,
})

const aRow = ({ own = {}, floor = {} }: { own?: Partial<Shots>; floor?: Partial<Shots> } = {}) =>
  ({
    name: 'create',
    atOnce: 16,
    measured: shotsOf('service', [aShot(100), aShot(100)], own),
    beside: [shotsOf('bare floor', [aShot(200), aShot(200)], floor)],
  }) satisfies Row

describe('performance: bench, figures of a row', () => {
  test('a ratio is that of each round, since only those met the same machine', () => {
    const own = shotsOf('service', [aShot(50), aShot(300), aShot(100)])
    const floor = shotsOf('bare floor', [aShot(100), aShot(300), aShot(400)])
    expect(ratioOf(own, floor)).toEqual({ median: 0.5, least: 0.25, most: 1 })
  })

  test('of an even number of rounds the middle is half-way between two', () => {
    const own = shotsOf('service', [aShot(50), aShot(100)])
    expect(medianRate(own)).toBe(75)
    expect(ratioOf(own, shotsOf('bare floor', [aShot(100), aShot(100)])).median).toBe(0.75)
  })

  test('processors count by the request, over all rounds', () => {
    expect(useOf(shotsOf('service', [aShot(100), aShot(500)]))).toEqual({
      node: 1000,
      postgres: 400_000 / 600,
      redis: 200_000 / 600,
    })
    expect(useOf(shotsOf('service', [aShot(1), aShot(1, { use: undefined })]))).toBeUndefined()
  })

  test('times are those of all rounds together', () => {
    const shots = [aShot(98), aShot(2, { times: [5, 9] })]
    expect(timesOf(shotsOf('service', shots))).toEqual({ p50: 1, p99: 5 })
  })
})

describe('performance: bench, a row counts', () => {
  test('a row counts with little foreign load, promised answers, durable writes and books that fit', () => {
    expect(reasonsAgainst(aRow())).toEqual([])
  })

  test('a row does not count with one unexpected answer, of whichever side', () => {
    const shots = [aShot(100), aShot(99, { unexpected: ['create 503 busy'] })]
    const twice = [aShot(100), aShot(99, { unexpected: ['no answer', 'no answer'] })]
    expect(reasonsAgainst(aRow({ own: { shots } }))).toEqual([
      'service: unexpected answers: create 503 busy',
    ])
    expect(reasonsAgainst(aRow({ floor: { shots: twice } }))).toEqual([
      'bare floor: unexpected answers: no answer ×2',
    ])
  })

  test('a row does not count when a side answered nothing', () => {
    const shots = [aShot(100), aShot(0)]
    expect(reasonsAgainst(aRow({ own: { shots } }))).toEqual(['service: a shot without an answer'])
  })

  test('a row does not count without fsync, of whichever side', () => {
    expect(mistakesOf(aRow({ own: { isDurable: false } }))).toHaveLength(1)
    expect(mistakesOf(aRow({ floor: { isDurable: false } }))).toHaveLength(1)
  })

  test('a row does not count with books that do not fit', () => {
    expect(reasonsAgainst(aRow({ own: { mistakes: ['3 payments are 2 orders'] } }))).toEqual([
      'service: 3 payments are 2 orders',
    ])
  })

  test('a row does not count when others took more than a tenth of the machine', () => {
    const load = (foreignLoad: number | undefined) =>
      aRow({ own: { shots: [aShot(1, { foreignLoad }), aShot(1, { foreignLoad })] } })
    expect(foreignLoadOf(load(0.2))).toBeCloseTo(0.11)
    expect(reasonsAgainst(load(0.2))).toEqual(['others took 11 % of the machine'])
    expect(reasonsAgainst(load(0.1))).toEqual([])
    expect(reasonsAgainst(load(undefined))).toHaveLength(1)
    expect(mistakesOf(load(1))).toEqual([])
  })
})
