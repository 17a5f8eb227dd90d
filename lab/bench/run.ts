import { join } from 'node:path'
import type { Command } from '../servers/service-process.ts'
import { CASES, type Subject } from './cases/visitors.ts'
import { FULL, QUICK, runCases } from './contest.ts'
import { FULL_IDLE, QUICK_IDLE, measureIdle } from './idle.ts'
import type { Options } from './options.ts'
import { startWithPast } from '../past/past.ts'
import { type Tables, cellsOfRow } from './report.ts'
import type { Row } from './row.ts'
import { type Workspace, type Side, startFloor, startService } from './side.ts'

type Services = {
  workspace: Workspace
  command: Command
  /** The older version that `compare` measures. */
  old: { name: string; command: Command } | undefined
}

/** Runs all that was asked for. Rows are reported at once. */
export async function runBench(services: Services, options: Options): Promise<Tables> {
  const pace = options.isQuick ? QUICK : FULL
  const contest: Contest = async (subjects, sides) => {
    const cases = CASES.filter(({ subject }) => subjects.includes(subject))
    const onRow = (row: Row) => console.log(cellsOfRow(row)[0]?.join('  '))
    return runCases(cases, { sides, pace, onRow })
  }
  const isBeside = options.isIdle || options.subjects.length > 0
  const beside = isBeside ? await measureBeside(services, { options, contest }) : undefined
  const grown =
    options.grownSubjects.length > 0 ? await measureGrowth(services, { options, contest }) : []
  const workers = options.isWorkers ? await measureWorkers(services, contest) : []
  return {
    rows: [beside?.rows ?? [], grown, workers].filter(({ length }) => length > 0),
    figures: beside?.figures ?? [],
  }
}

type Contest = (subjects: readonly Subject[], sides: Side[]) => Promise<Row[]>

type Run = { options: Options; contest: Contest }

type Named = { name: string; command: Command; env?: Record<string, string> }

const start = ({ workspace }: Services, named: Named) =>
  startService(workspace, { ...named, data: join(workspace.folder, named.name) })

/**
 * The service at rest, then beside both floors or an older version. Starts come first, while the
 * record is empty; sessions of the shots outlive the run.
 */
async function measureBeside(services: Services, { options, contest }: Run) {
  const { workspace, command, old } = services
  const subjects = [{ side: await start(services, { name: 'service', command }), command }]
  if (old) subjects.push({ side: await start(services, old), ...old })
  const pace = options.isQuick ? QUICK_IDLE : FULL_IDLE
  const figures = options.isIdle
    ? [
        {
          sides: subjects.map(({ side }) => side.name),
          figures: await measureIdle({ subjects, workspace, pace }),
        },
      ]
    : []
  const hasFloors = !old && options.subjects.length > 0
  const floors = hasFloors
    ? [await startFloor(workspace, 'bare'), await startFloor(workspace, 'fair')]
    : []
  const sides = [...subjects.map(({ side }) => side), ...floors]
  const rows = await contest(options.subjects, sides)
  await Promise.all(sides.map((side) => side.stop()))
  return { rows, figures }
}

/** The service with a past, beside one without. */
async function measureGrowth(services: Services, { options, contest }: Run) {
  const { workspace, command } = services
  const { orders, past, grownSubjects } = options
  const empty = await start(services, { name: 'empty', command })
  const folder = past ?? join(workspace.folder, 'past')
  const { side, seconds } = await startWithPast(workspace, { command, folder, orders })
  if (seconds !== undefined) console.log(`${orders} orders were made in ${seconds.toFixed(0)} s`)
  const rows = await contest(grownSubjects, [side, empty])
  await Promise.all([side.stop(), empty.stop()])
  return rows
}

/** Two processes beside one. They share the cores with all others, so what counts is the CPU of a visit. */
async function measureWorkers(services: Services, contest: Contest) {
  const of = (name: string, WORKERS: string) =>
    start(services, { name, command: services.command, env: { WORKERS } })
  const sides = [await of('two processes', '2'), await of('one process', '1')]
  const rows = await contest(['create', 'read'], sides)
  await Promise.all(sides.map((side) => side.stop()))
  return rows
}
