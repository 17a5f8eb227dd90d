import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type DumpLine, SEQUENCES, TABLES, type Table, parseLine } from './dump-format.ts'
import type { DumpReader } from './dump-reader.ts'

/** Numbers from here on are given in steps of 4,096: see `count_from` (migration 0046). */
const FIRST_OF_CELLS = 1e12

/** What a dump may name: it is data, and every statement is our own. */
type Schema = { tables: Map<string, string[]>; sequences: Set<string> }

/**
 * Loads what follows the header, into empty tables.
 * @returns how many rows there are
 * @throws {Error} when the dump names what the schema does not have, or leaves out what it has
 */
export async function loadLines(client: pg.Client, reader: DumpReader) {
  const schema = await readSchema(client)
  const loaded = new Map<string, number>()
  for (;;) {
    const line = parseLine(await reader.line())
    if (line.type === 'totals') {
      for (const table of schema.tables.keys()) assertWhole(table, { loaded, totals: line.rows })
      await reader.end()
      return [...loaded.values()].reduce((sum, count) => sum + count, 0)
    }
    if (line.type === 'table') {
      if (loaded.has(line.name)) throw new Error(`The backup has the table ${line.name} twice.`)
      assertKnown(line, schema)
      loaded.set(line.name, await loadTable(client, { ...line, reader }))
    } else {
      if (!schema.sequences.has(line.sequence))
        throw new Error(`The schema of the backup has no sequence ${line.sequence}.`)
      await setSequence(client, line)
    }
  }
}

async function readSchema(client: pg.Client): Promise<Schema> {
  const tables = (await client.query<Table>(TABLES)).rows
  const sequences = (await client.query<{ name: string }>(SEQUENCES)).rows
  return {
    tables: new Map(tables.map(({ name, columns }) => [name, columns])),
    sequences: new Set(sequences.map(({ name }) => name)),
  }
}

/** Each column has to be there once, so that none is silently left out; their order is free. */
function assertKnown({ name, columns }: Table, { tables }: Schema) {
  const known = tables.get(name)
  if (!known) throw new Error(`The schema of the backup has no table ${name}.`)
  if (known.length !== columns.length || !known.every((column) => columns.includes(column)))
    throw new Error(`The columns of ${name} are not those of the schema of the backup.`)
}

async function loadTable(
  client: pg.Client,
  { name, columns, reader }: Table & { reader: DumpReader },
) {
  const copying = client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`))
  // The stream ends before the connection is free for the next statement.
  const free = once(client, 'drain')
  // When both fail, the pipeline's failure is reported.
  free.catch(() => undefined)
  await pipeline(Readable.from(reader.rows()), copying)
  await free
  return copying.rowCount
}

async function setSequence(client: pg.Client, line: Extract<DumpLine, { sequence: string }>) {
  const { sequence } = line
  if (line.type === 'step') return setStep(client, line)
  if (line.isCalled === undefined && Number(line.value) >= FIRST_OF_CELLS)
    await setStep(client, { sequence, step: '4096' })
  await client.query('select setval($1::regclass, $2::bigint, $3)', [
    sequence,
    line.value,
    line.isCalled ?? true,
  ])
}

/** Not a value that a statement can bind. */
const setStep = async (
  client: pg.Client,
  { sequence, step }: { sequence: string; step: string },
) => {
  await client.query(`alter sequence ${sequence} increment by ${BigInt(step)}`)
}

function assertWhole(
  table: string,
  { loaded, totals }: { loaded: Map<string, number>; totals: Record<string, unknown> },
) {
  const count = loaded.get(table)
  if (count === undefined || totals[table] !== count)
    throw new Error(
      `${table} has ${count ?? 'no'} rows instead of ${JSON.stringify(totals[table])}.`,
    )
}
