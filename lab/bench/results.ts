import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { reasonsAgainstFigure } from './figure.ts'
import type { Tables } from './report.ts'
import {
  type Row,
  type Shots,
  foreignLoadOf,
  medianRate,
  ratioOf,
  reasonsAgainst,
  timesOf,
  useOf,
} from './row.ts'

const toSide = (shots: Shots) => ({
  side: shots.side,
  requestsPerSecond: medianRate(shots),
  ...timesOf(shots),
  cpuMicroseconds: useOf(shots) ?? null,
})

const toRow = (row: Row) => ({
  name: row.name,
  atOnce: row.atOnce,
  /** Why it does not count; empty when it does. */
  reasons: reasonsAgainst(row),
  foreignLoad: foreignLoadOf(row) ?? null,
  measured: toSide(row.measured),
  beside: row.beside.map((shots) => ({ ...toSide(shots), ratio: ratioOf(row.measured, shots) })),
})

/** The tables for programs; times are in milliseconds. */
export const toResults = ({ rows, figures }: Tables) => ({
  rows: rows.flat().map(toRow),
  figures: figures.flatMap(({ sides, figures: group }) =>
    group.map((figure) => ({ ...figure, sides, reasons: reasonsAgainstFigure(figure) })),
  ),
})

/** Writes the results into a new file; returns its path. */
export async function writeResults(
  project: string,
  { tables, at, ...of }: { tables: Tables; at: Date; machine: string; arguments: string[] },
): Promise<string> {
  const folder = join(project, 'bench/results')
  const file = join(folder, `${at.toISOString().replaceAll(':', '-')}.json`)
  await mkdir(folder, { recursive: true })
  await writeFile(file, `${JSON.stringify({ at, ...of, ...toResults(tables) }, null, 2)}\n`)
  return file
}
