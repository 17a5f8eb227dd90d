import { beforeAll, describe, expect, test } from 'vitest'
import { stoppedIn } from './lint-layout.ts'

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

let stoppedOf: ReturnType<typeof stoppedIn>

beforeAll(() => {
  stoppedOf = stoppedIn('checked-rows', [...PRODUCT, ...HARNESS], {
    claimed: CLAIMED,
    checked: CHECKED,
  })
}, 60_000)

describe('style §3: rows come from the database through columns alone', () => {
  test.each(PRODUCT)('the linter stops every row whose type is only claimed in %s', (file) => {
    expect(stoppedOf(file, 'claimed')).toEqual(CLAIMED)
  })

  test.each(PRODUCT)('the linter stops nothing else in %s', (file) => {
    expect(stoppedOf(file, 'checked')).toEqual([])
  })

  test.each(HARNESS)('the linter lets tests read rows of their own SQL: %s', (file) => {
    expect(stoppedOf(file, 'claimed')).toEqual([])
  })
})
