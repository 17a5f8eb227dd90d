import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { stopProgram } from '../../scripts/programs/program.ts'
import { findFreePort } from '../../server/testing/servers/free-port.ts'
import { watchForeignLoad } from '../measure/foreign-load.ts'
import { isUseKnown, readProcesses, usedMs } from '../measure/processes.ts'
import { type Command, startServiceProcess } from '../servers/service-process.ts'
import { visitAll } from './client.ts'
import type { Figure } from './figure.ts'
import { orderOf } from './order.ts'
import { NO_LIMITS } from '../servers/settings.ts'
import type { Workspace, Side } from './side.ts'
import { create, productOf } from './visits.ts'

export type IdlePace = {
  starts: number
  /** How long a service rests before its memory is read. */
  quietMs: number
  sessions: number
  lateSessions: number
  /** The longest wait until they have ended. */
  mostSeconds: number
}

export const FULL_IDLE: IdlePace = {
  starts: 6,
  quietMs: 10_000,
  sessions: 500,
  lateSessions: 20_000,
  mostSeconds: 60,
}

export const QUICK_IDLE: IdlePace = {
  starts: 2,
  quietMs: 1_000,
  sessions: 50,
  lateSessions: 1_000,
  mostSeconds: 10,
}

type Subject = { side: Side; command: Command }

type Run = { subjects: Subject[]; workspace: Workspace; pace: IdlePace }

/** What services cost while nobody calls them, and how fast they end sessions. */
export async function measureIdle(run: Run): Promise<Figure[]> {
  return [...(await measureStarts(run)), await measureCopies(run), await measureEnding(run)]
}

/** Starts further processes on the side's own PostgreSQL and Redis. */
async function measureStarts(run: Run): Promise<Figure[]> {
  const { subjects, pace } = run
  const endLoad = watchForeignLoad(databasesOf(run))
  const starts = new Map(subjects.map((subject): [Subject, Start[]] => [subject, []]))
  for (const order of orderOf(subjects, pace.starts))
    for (const subject of order) starts.get(subject)?.push(await startOnce(subject, run))
  const foreignLoad = endLoad()
  const ofEach = (read: (each: Start[]) => (number | undefined)[]) =>
    subjects.map((subject) => read(starts.get(subject) ?? []).flatMap((value) => value ?? []))
  return [
    {
      what: 'start to readyz, the first',
      unit: 'ms',
      values: ofEach(([first]) => [first?.ms]),
      foreignLoad,
    },
    {
      what: 'start to readyz, again',
      unit: 'ms',
      values: ofEach(([, ...later]) => later.map(({ ms }) => ms)),
      foreignLoad,
    },
    {
      what: 'CPU until then, again',
      unit: 'ms',
      values: ofEach(([, ...later]) => later.map(({ cpuMs }) => cpuMs)),
      foreignLoad,
    },
    {
      what: 'resident memory, idle',
      unit: 'MB',
      values: ofEach((each) => each.map(({ memory }) => memory?.residentMb)),
      foreignLoad: 'does not matter',
    },
    {
      what: 'of it, no file’s',
      unit: 'MB',
      values: ofEach((each) => each.map(({ memory }) => memory?.anonymousMb)),
      foreignLoad: 'does not matter',
    },
  ]
}

const databasesOf = ({ subjects }: Run) => subjects.map(({ side }) => side.databasePid)

/** In MB. `anonymousMb`: what is in no file, and so belongs to this process alone. */
type Memory = { residentMb: number; anonymousMb: number }

type Start = { ms: number; cpuMs: number | undefined; memory: Memory | undefined }

async function startOnce(
  { side, command }: Subject,
  { workspace: { machine, folder }, pace }: Run,
): Promise<Start> {
  const temporary = join(folder, `started-${side.name}`)
  await mkdir(temporary, { recursive: true })
  const startedAt = performance.now()
  const program = await startServiceProcess({
    name: `${side.name}, started beside it`,
    command: machine.apart(command),
    port: await findFreePort(),
    env: {
      ...NO_LIMITS,
      ...side.env,
      // Node's compile cache is there, so the first start finds none.
      TMPDIR: temporary,
    },
    logFile: join(temporary, 'service.log'),
  })
  const ms = performance.now() - startedAt
  const cpuMs = isUseKnown ? usedMs(readProcesses(), [program.pid]) : undefined
  await wait(pace.quietMs)
  const memory = await readMemory(program.pid)
  await stopProgram(program)
  return { ms, cpuMs, memory }
}

/** Undefined on systems that cannot tell (all but Linux). */
async function readMemory(pid: number): Promise<Memory | undefined> {
  if (!isUseKnown) return undefined
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) =>
    Number(new RegExp(String.raw`^${name}:\s+(\d+) kB`, 'm').exec(status)?.[1]) / 1024
  return { residentMb: read('VmRSS'), anonymousMb: read('RssAnon') }
}

const createSessions = (side: Side, count: number) =>
  visitAll(
    side.port,
    Array.from({ length: count }, (_, index) => create(side, productOf(index))),
  )

/** The memory in Redis of a session's copy, with key and expiry. */
async function measureCopies({ subjects, pace }: Run): Promise<Figure> {
  const values = []
  for (const { side } of subjects) {
    const redis = new Redis(side.redisPort)
    await redis.flushall()
    await createSessions(side, pace.sessions)
    // Copies are written in the background.
    await wait(pace.quietMs)
    const keys = await redis.keys('*cs_*')
    const bytes = await Promise.all(keys.map((key) => redis.memory('USAGE', key)))
    redis.disconnect()
    const total = bytes.reduce<number>((sum, each) => sum + (each ?? 0), 0)
    values.push([total / pace.sessions])
  }
  return { what: 'Redis for a session', unit: 'B', values, foreignLoad: 'does not matter' }
}

async function measureEnding(run: Run): Promise<Figure> {
  const values = []
  for (const { side } of run.subjects) await createSessions(side, run.pace.lateSessions)
  const endLoad = watchForeignLoad(databasesOf(run))
  for (const { side } of run.subjects) values.push([await endSessions(side, run.pace)])
  const foreignLoad = endLoad()
  return { what: 'sessions ended by one process', unit: 'a second', values, foreignLoad }
}

const COUNT_ENDED = `select count(*)::integer as count from checkout_sessions where state = 'expired'`

/** Ends the time of all open sessions at once; returns how many are ended per second. */
async function endSessions({ sql }: Side, { mostSeconds }: IdlePace) {
  const countEnded = async () => (await sql.rows<{ count: number }>(COUNT_ENDED))[0]?.count ?? 0
  const before = await countEnded()
  const late = await sql.rows(`
    update checkout_sessions
    set created_at = created_at - interval '1 hour', expires_at = expires_at - interval '1 hour'
    where state = 'open'
    returning 1`)
  const startedAt = performance.now()
  const seconds = () => (performance.now() - startedAt) / 1000
  let ended = 0
  while (ended < late.length && seconds() < mostSeconds) {
    await wait(20)
    ended = (await countEnded()) - before
  }
  return ended / seconds()
}
