import { beforeAll, describe, expect, test } from 'vitest'
import { findStopped } from './lint-layout.ts'

const CLAIMED = [
  'export const row = await db.row<{ id: string }>(statement)',
  'export const rows = await tx.rows<Row>(statement)',
  'export const row = (await db.row(statement)) as { id: string } | undefined',
  'export const row = (await db.row(statement)) as unknown as Row',
  'export const row = (await db.rows(statement))[0] as unknown as Row',
  'export const rows = db.rows(statement) as unknown as Promise<Row[]>',
]

const CHECKED = [
  'export const row = await ORDER.row(db, statement)',
  'export const row = ORDER.read(await db.row(statement))',
  'export const isLocked = (await tx.row(statement)) !== undefined',
  'export const list = table.rows as string[]',
]

const PRODUCT = ['server/a.ts', 'server/postgres/a.ts', 'server/store-app/orders/a.records.ts']
const HARNESS = ['server/a.spec.ts', 'server/testing/a.ts', 'lab/a.ts']

const nth = (file: string, index: number, kind: string) =>
  file.replace(/a\.([^/]*)$/, `${kind}-${index}.$1`)

let stopped: Set<string>

beforeAll(() => {
  const sources = [...PRODUCT, ...HARNESS].flatMap((file) => [
    ...CLAIMED.map((source, index) => [nth(file, index, 'claimed'), source] as const),
    ...CHECKED.map((source, index) => [nth(file, index, 'checked'), source] as const),
  ])
  stopped = findStopped(new Map(sources), ['checked-rows'])
}, 60_000)

const stoppedOf = (sources: string[], file: string, kind: string) =>
  sources.filter((_, index) => stopped.has(nth(file, index, kind)))

describe('style §3: rows come from the database through columns alone', () => {
  test.each(PRODUCT)('the linter stops every row whose type is only claimed in %s', (file) => {
    expect(stoppedOf(CLAIMED, file, 'claimed')).toEqual(CLAIMED)
  })

  test.each(PRODUCT)('the linter stops nothing else in %s', (file) => {
    expect(stoppedOf(CHECKED, file, 'checked')).toEqual([])
  })

  test.each(HARNESS)('the linter lets tests read rows of their own SQL: %s', (file) => {
    expect(stoppedOf(CLAIMED, file, 'claimed')).toEqual([])
  })
})
