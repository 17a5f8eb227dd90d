import { describe, expect, test } from 'vitest'
import type { Figure } from './figure.ts'
import { type Tables, cellsOfFigure, cellsOfRow, describeTables, reasonsOf } from './report.ts'
import { toResults } from './results.ts'
import type { Row, Shots } from './row.ts'

const shotsOf = (side: string, answers: number, foreignLoad = 0): Shots => ({
  side,
  isDurable: true,
  mistakes: [],
  shots: [1, 2].map((round) => ({
    elapsedMs: 1000,
    times: Array.from({ length: answers * round }, () => 2),
    unexpected: [],
    use: { node: answers, postgres: answers * 2, redis: 0 },
    foreignLoad,
  })),
})

const aRow = (foreignLoad?: number): Row => ({
  name: 'create',
  atOnce: 16,
  measured: shotsOf('service', 100, foreignLoad),
  beside: [shotsOf('bare floor', 400), shotsOf('fair floor', 200)],
})

const aFigure = (fields: Partial<Figure> = {}): Figure => ({
  what: 'start',
  unit: 'ms',
  values: [[400, 500, 900]],
  foreignLoad: 0,
  ...fields,
})

describe('performance: bench, the results for programs', () => {
  test('the results for programs say what the tables say, and why a row does not count', () => {
    const figures = [{ sides: ['service'], figures: [aFigure()] }]
    const { rows, figures: told } = toResults({ rows: [[aRow(), aRow(0.5)]], figures })
    expect(rows).toMatchObject([
      {
        name: 'create',
        atOnce: 16,
        reasons: [],
        foreignLoad: 0,
        measured: { side: 'service', requestsPerSecond: 150, p50: 2, p99: 2 },
        beside: [
          { side: 'bare floor', ratio: { median: 0.25, least: 0.25, most: 0.25 } },
          { side: 'fair floor', ratio: { median: 0.5 } },
        ],
      },
      { reasons: [expect.stringContaining('others took')] },
    ])
    expect(told).toMatchObject([{ what: 'start', sides: ['service'], reasons: [] }])
  })
})

describe('performance: bench, the table', () => {
  test('the table holds a side against the others, and has a line for each of those', () => {
    expect(cellsOfRow(aRow())).toEqual([
      [
        'create',
        '16',
        'service',
        '150',
        '0.25 (0.25..0.25)',
        '0.50 (0.50..0.50)',
        '667 / 1333 / 0',
        '2.0',
        '2.0',
        '0 %',
        '✓',
      ],
      ['', '', 'bare floor', '600', '', '', '667 / 1333 / 0', '2.0', '2.0', '', ''],
      ['', '', 'fair floor', '300', '', '', '667 / 1333 / 0', '2.0', '2.0', '', ''],
    ])
  })

  test('the table says what does not count, and why', () => {
    const tables: Tables = { rows: [[aRow(0.9)]], figures: [] }
    expect(cellsOfRow(aRow(0.9))[0]?.at(-1)).toBe('not valid')
    expect(reasonsOf(tables)).toEqual(['create, c=16, service: others took 30 % of the machine'])
    expect(describeTables(tables)).toContain('not valid: create, c=16')
  })

  test('the table shows a figure with its spread, and beside another service its ratio', () => {
    expect(cellsOfFigure(aFigure())).toEqual(['start', 'ms', '500 (400..900)', '0 %', '✓'])
    expect(cellsOfFigure(aFigure({ values: [[500], [250]] })).slice(2)).toEqual([
      '500',
      '250',
      '2.00',
      '0 %',
      '✓',
    ])
  })

  test('the table invents no figure that this system does not tell', () => {
    const figure = aFigure({ values: [[]], foreignLoad: undefined })
    expect(cellsOfFigure(figure)).toEqual(['start', 'ms', 'not known', 'not known', 'not valid'])
    expect(reasonsOf({ rows: [], figures: [{ sides: ['service'], figures: [figure] }] })).toEqual([
      'start: this system does not tell it',
      'start: nobody knows what others took of the machine',
    ])
  })
})
