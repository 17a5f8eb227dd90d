import { expect, onTestFinished, test, vi } from 'vitest'
import type { Ailments, Diagnosis } from '../../postgres/upkeep/diagnosis.ts'
import { CLOCKS_APART_MS } from '../../rounds/record-clock.ts'
import { judgeDatabase, judgeRows } from './database.ts'
import type { Finding } from './finding.ts'
import { judgePostgres } from './postgres.ts'

const WELL: Diagnosis = {
  version: '15.0',
  major: 15,
  aheadMs: CLOCKS_APART_MS - 1,
  isStandby: false,
  isReadOnly: false,
  fsync: 'on',
  encoding: 'UTF8',
  standbys: 0,
  synchronous: '',
  synchronousStandbys: 0,
  pooler: undefined,
  schema: 56,
  newestSchema: 56,
  dataDirectory: null,
  deadSlots: [],
  archiveMode: 'on',
  failedWal: null,
  autovacuum: 'on',
  unvacuumed: [],
  connectionsAllowed: 97,
  connectionsOfService: 20,
  connectionsOfOthers: 3,
  role: 'service',
  ownsSchema: false,
}

const wrongOf = (findings: Finding[]) =>
  findings.filter(({ advice }) => advice !== undefined).map(({ subject }) => subject)

test.each<[Partial<Diagnosis>, string[]]>([
  [{}, []],
  [{ major: 14 }, ['database']],
  [{ isStandby: true, isReadOnly: true }, ['writes']],
  [{ isReadOnly: true }, ['writes']],
  [{ encoding: 'LATIN1' }, ['encoding']],
  [{ fsync: 'off' }, ['durability']],
  [{ synchronous: 'one' }, ['replication']],
  [{ synchronous: 'one', standbys: 1, synchronousStandbys: 1 }, []],
  [{ synchronous: 'one', standbys: 1, synchronousStandbys: null }, []],
  [{ aheadMs: CLOCKS_APART_MS }, ['clocks']],
  [{ aheadMs: -CLOCKS_APART_MS }, ['clocks']],
  [{ schema: 55 }, ['schema']],
  [{ schema: 57 }, []],
])('contract §1, doctor: of a database with %o it finds %o wrong', (changed, wrong) => {
  expect(wrongOf(judgeDatabase({ ...WELL, ...changed }))).toEqual(wrong)
})

test('contract §1, doctor: a host is ahead of a database that is behind it', () => {
  const clocks = (aheadMs: number) =>
    judgeDatabase({ ...WELL, aheadMs }).find(({ subject }) => subject === 'clocks')?.is
  expect(clocks(-40_000)).toBe('this host is 40 s ahead of the database')
  expect(clocks(40_000)).toBe('this host is 40 s behind the database')
})

test.each<[Partial<Diagnosis>, string[]]>([
  [{}, []],
  [{ deadSlots: ['standby_2'] }, ['replication slots']],
  [{ failedWal: '0000000100000000000000A1' }, ['archive']],
  [{ archiveMode: 'off' }, []],
  [{ autovacuum: 'off' }, ['autovacuum']],
  [{ unvacuumed: ['orders'] }, ['autovacuum']],
  [{ connectionsAllowed: 32 }, ['connections']],
  [{ connectionsAllowed: 33 }, []],
  [{ connectionsAllowed: 97, connectionsOfService: 81 }, ['connections']],
  [{ ownsSchema: true }, ['role']],
])('contract §1, doctor: of a PostgreSQL with %o it finds %o wrong', (changed, wrong) => {
  const needs = { connections: 20, each: 20, isServiceRole: true }
  expect(wrongOf(judgePostgres({ ...WELL, ...changed }, needs))).toEqual(wrong)
})

test('contract §1, doctor: a role that migrates by itself may change the schema', () => {
  const needs = { connections: 20, each: 20, isServiceRole: false }
  expect(wrongOf(judgePostgres({ ...WELL, ownsSchema: true }, needs))).toEqual([])
})

const HEALTHY: Ailments = {
  storesWithoutSeller: [],
  storesOfUnion: [],
  stuckPayments: 0,
  unresolvedOrphans: 0,
  unresolvedBreaks: 0,
  failingEndpoints: [],
  deniedMails: 0,
  backedUpAt: new Date('2026-11-28T02:00:00Z'),
  booksComparedAt: null,
  unsureBefore: null,
}

const NOW = Date.parse('2026-11-28T12:00:00Z')
const hoursAgo = (hours: number) => new Date(NOW - hours * 3_600_000)

test.each<[Partial<Ailments>, string[]]>([
  [{}, []],
  [{ storesWithoutSeller: ['st_1'] }, ['sellers']],
  [{ stuckPayments: 1 }, ['stuck payments']],
  [{ unresolvedOrphans: 1 }, ['orphaned payments']],
  [{ unresolvedBreaks: 1 }, ['payments that differ']],
  [{ failingEndpoints: ['we_1'] }, ['webhooks']],
  [{ deniedMails: 1 }, ['mails to buyers']],
  [{ backedUpAt: null }, ['backup']],
  [{ backedUpAt: hoursAgo(49) }, ['backup']],
  [{ booksComparedAt: hoursAgo(47) }, []],
  [{ booksComparedAt: hoursAgo(49) }, ['books']],
  [{ unsureBefore: hoursAgo(1) }, ['restore']],
])('contract §1, doctor: of rows with %o it finds %o wrong', (changed, wrong) => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  onTestFinished(() => void vi.useRealTimers())
  const rows = { ...HEALTHY, ...changed }
  const isProduction = true
  expect(wrongOf(judgeRows(rows, { takesRealMoney: true, isProduction }))).toEqual(wrong)
  const isSeller = changed.storesWithoutSeller !== undefined
  expect(wrongOf(judgeRows(rows, { takesRealMoney: false, isProduction }))).toEqual(
    isSeller ? [] : wrong,
  )
  const isBackup = changed.backedUpAt !== undefined
  expect(wrongOf(judgeRows(rows, { takesRealMoney: true, isProduction: false }))).toEqual(
    isBackup ? [] : wrong,
  )
})
