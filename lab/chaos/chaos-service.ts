import { closeSync, openSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Ending, type Program, send, startProgram } from '../../scripts/programs/program.ts'
import type { Life } from './fault-plan.ts'
import { type Target, holdProcess } from './servers.ts'

/** A death of a service process, and when the next life was listening; `Date.now()`. */
export type Death = {
  service: string
  failpoint: string | null
  at: number
  readyAt: number | null
  paying: string[]
}

export type Standstill = { from: number; to: number }

export type ServiceProcess = Target & {
  name: string
  /** The number of the life that it lives. */
  life(): number
  /** Ends this life by kill -9, if it is not over already. */
  endLife(life: number): Promise<void>
  /** From here on it lives without faults. */
  calmDown(): Promise<void>
  deaths: Death[]
  /** It ended although nobody had killed it. */
  accidents: string[]
  /** When it stood still at a failpoint; `performance.now()`. */
  standstills: Standstill[]
}

type Setup = {
  name: string
  tree: string
  port: number
  logFile: string
  lives: Life[]
  /** What lives after the planned ones: without faults. */
  afterwards: Life
  env: (life: Life, isCalm: boolean) => Record<string, string>
  /** The sessions whose payment this process is working on. */
  paying: () => string[]
  /** For how long it stands still at a failpoint, in milliseconds. */
  pauseMs: () => number
}

const STANDSTILL_POLL_MS = 20

const isDeadly = (failpoints: string) =>
  failpoints.split(',').some((rule) => rule !== '' && !rule.endsWith('=stop'))

/** Whether the process was stopped by a signal: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function standsStill(pid: number) {
  try {
    return /^\d+ \(.*\) T/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/**
 * Runs the service again and again, each life with its own settings, until it is stopped. Answers
 * when the first life is ready.
 */
export async function startService(setup: Setup): Promise<ServiceProcess> {
  const { name, lives, afterwards } = setup
  const deaths: Death[] = []
  const accidents: string[] = []
  const standstills: Standstill[] = []
  let holds = 0
  let life = 0
  let isStopping = false
  let isKilled = false
  let hasLived = false
  let child: Program | undefined
  const births = new EventTarget()

  const spawnLife = () => {
    const current = lives[life] ?? afterwards
    const log = openSync(setup.logFile, hasLived ? 'a' : 'w')
    child = startProgram(process.execPath, [join(setup.tree, 'server/main.ts')], {
      cwd: setup.tree,
      stdio: ['ignore', log, log],
      env: { PATH: process.env['PATH'], ...setup.env(current, life >= lives.length) },
    })
    closeSync(log)
    return child
  }

  const noteEnd = (ending: Ending, isReady: boolean) => {
    const { failpoints } = lives[life] ?? afterwards
    const byFailpoint = ending.signal === 'SIGKILL' && !isKilled && isDeadly(failpoints)
    if (isReady)
      deaths.push({
        service: name,
        failpoint: byFailpoint ? failpoints : null,
        at: Date.now(),
        readyAt: null,
        paying: setup.paying(),
      })
    // Without its database a service cannot start; it is started again until it can.
    if (isReady && !isKilled && !byFailpoint)
      accidents.push(`${name} ended by itself (${ending.signal ?? ending.code})`)
    if (isKilled || byFailpoint) life += 1
    isKilled = false
  }

  const live = async () => {
    while (!isStopping) {
      const running = spawnLife()
      const isReady = await untilListening(setup.port, running)
      if (isReady) {
        for (const death of deaths) death.readyAt ??= Date.now()
        births.dispatchEvent(new Event('birth'))
      }
      hasLived ||= isReady
      const ending = await running.ended
      if (!isStopping) noteEnd(ending, isReady)
      if (!hasLived) await complain(setup)
      if (!isReady) await wait(100)
    }
  }

  const birth = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    births.addEventListener('birth', () => resolve(), { once: true })
    return promise
  }

  const kill = async () => {
    const born = birth()
    isKilled = child !== undefined && send(child.pid, 'SIGKILL')
    await born
  }

  const letGoOn = async () => {
    while (!isStopping) {
      await wait(STANDSTILL_POLL_MS)
      const pid = child?.pid ?? 0
      if (holds > 0 || !standsStill(pid)) continue
      const standstill = { from: performance.now(), to: Number.POSITIVE_INFINITY }
      standstills.push(standstill)
      await wait(setup.pauseMs())
      send(pid, 'SIGCONT')
      standstill.to = performance.now()
    }
  }

  const firstBirth = birth()
  const living = live()
  await Promise.race([firstBirth, living])
  const lettingGoOn = letGoOn()

  return {
    name,
    deaths,
    accidents,
    kill,
    life: () => life,
    endLife: async (number) => {
      if (life === number) await kill()
    },
    async calmDown() {
      life = lives.length - 1
      await kill()
    },
    standstills,
    async hold() {
      holds += 1
      const letGo = holdProcess(child?.pid ?? 0)
      return () => {
        letGo()
        holds -= 1
      }
    },
    async stop() {
      isStopping = true
      if (child) send(child.pid, 'SIGKILL')
      await Promise.all([living, lettingGoOn])
    },
  }
}

async function complain({ name, logFile }: Setup) {
  throw new Error(`${name} did not start: ${(await readFile(logFile, 'utf8')).slice(-2000)}`)
}

/** Whether the process listens; false when it ended before. */
async function untilListening(port: number, { ended }: Program) {
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`, {
      signal: AbortSignal.timeout(2000),
    }).catch(() => undefined)
    if (answer?.ok) return true
    if (isOver) return false
    await wait(25)
  }
}
