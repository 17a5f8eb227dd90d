import { describe, expect, test } from 'vitest'
import { missingPackages } from '../servers/haproxy.ts'
import { runCells } from './run.ts'

const missing = missingPackages({ haproxy: 'haproxy' })
if (missing.length > 0) console.log(`SKIPPED: two cells behind HAProxy, ${missing.join(', ')}`)

const WELL = { lost: [], chargedTwice: [], chargedInVain: [], unpaid: [] }

describe.skipIf(missing.length > 0)('contract §2, CELL: two cells behind HAProxy', () => {
  test('a store moves while buyers pay: nothing is lost, keys, links and sign-in go on working', async () => {
    const end = await runCells({ moves: 1, buyers: 1 })
    for (const { refusedMs, nowhereMs, wrong, ...move } of end.moves) {
      console.log(
        `figure: ${(refusedMs / 1000).toFixed(2)} s of 503 while a store moves, ${(nowhereMs / 1000).toFixed(2)} s in neither cell`,
      )
      expect(move).toMatchObject({
        missing: 0,
        disordered: 0,
        link: true,
        signIn: true,
        news: true,
      })
      expect(wrong.filter((answer) => !/ (?:0|5\d\d)$/.test(answer))).toEqual([])
    }
    expect(end.moves).toHaveLength(1)
    expect(end.contradictions).toEqual([])
    expect(end.broken).toEqual([{}, {}])
    expect(end.judged).toEqual([WELL, WELL, WELL])
    console.log(
      `figure: ${end.paidAfterwards} paid beside a killed cell, ${end.noticed.length} answers 5xx`,
    )
    expect(end.judgedAfterwards).toEqual([WELL, WELL])
    expect(end.paidAfterwards).toBeGreaterThanOrEqual(40)
  })
})
