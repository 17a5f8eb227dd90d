import { closeSync, openSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { type Ending, type Program, send, startProgram } from '../../scripts/programs/program.ts'
import type { Life } from './fault-plan.ts'
import { REPLACED_AFTER_MS, type Span, type Standstill, openSleepers } from './sleepers.ts'
import { findFreePort } from '../../server/testing/servers/free-port.ts'
import { type Target, holdProcess } from '../servers/databases.ts'

/** The death of a service process, and when the next one was listening; `Date.now()`. */
export type Death = {
  service: string
  failpoint: string | null
  at: number
  readyAt: number | null
  paying: string[]
}

export type ServiceProcess = Target & {
  name: string
  /** The number of its present life. */
  life(): number
  /** Kills this life with kill -9, if it is not over. */
  endLife(life: number): Promise<void>
  /** From here on it has no faults. */
  calmDown(): Promise<void>
  deaths: Death[]
  /** It ended although nobody killed it. */
  accidents: string[]
  /** When it stood still at a failpoint. */
  standstills: Standstill[]
  /** When others could notice that; `performance.now()`. */
  disturbances: Span[]
  /** Where each life took payments. */
  providers: Life['provider'][]
  port(): number
}

type Setup = {
  name: string
  /** The file to start. */
  main: string
  port: number
  logFile: string
  lives: Life[]
  /** The life after the planned ones: without faults. */
  afterwards: Life
  env: (life: Life, now: { isCalm: boolean; port: number }) => Record<string, string>
  /** The sessions that this process is taking payments of. */
  paying: () => string[]
  /** How long it pauses at a failpoint, in milliseconds. */
  pauseMs: () => number
  /** A life is ready. */
  onBirth: (life: Life) => void
  /** Another process replaces it. */
  onReplaced: () => void
}

const STANDSTILL_POLL_MS = 20

const isDeadly = (failpoints: string) =>
  failpoints.split(',').some((rule) => rule !== '' && !rule.endsWith('=stop'))

/** Whether a signal has stopped it: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function isStopped(pid: number) {
  try {
    return /^\d+ \(.*\) T/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** Runs one life after the other. Resolves when the first one is ready. */
export async function startService(setup: Setup): Promise<ServiceProcess> {
  const { name, lives, afterwards } = setup
  const deaths: Death[] = []
  const accidents: string[] = []
  const standstills: Standstill[] = []
  const disturbances: Span[] = []
  const providers: Life['provider'][] = []
  const sleepers = openSleepers({ name, accidents, disturbances })
  let { port } = setup
  let isReplaced: () => void = () => undefined
  let isUp = false
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
    child = startProgram(process.execPath, [setup.main], {
      stdio: ['ignore', log, log],
      env: {
        PATH: process.env['PATH'],
        ...setup.env(current, { isCalm: life >= lives.length, port }),
      },
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
    // Without its database a service cannot start, so it is started until it can.
    if (isReady && !isKilled && !byFailpoint)
      accidents.push(`${name} ended by itself (${ending.signal ?? ending.code})`)
    if (isKilled || byFailpoint) life += 1
    isKilled = false
  }

  const live = async () => {
    while (!isStopping) {
      const running = spawnLife()
      const replaced = new Promise<undefined>((resolve) => {
        isReplaced = () => resolve(undefined)
      })
      const isReady = await untilListening(port, running)
      if (isReady) {
        isUp = true
        const born = lives[life] ?? afterwards
        providers.push(born.provider)
        setup.onBirth(born)
        for (const death of deaths) death.readyAt ??= Date.now()
        births.dispatchEvent(new Event('birth'))
      }
      hasLived ||= isReady
      const ending = await Promise.race([running.ended, replaced])
      isUp = false
      if (!ending) {
        port = await findFreePort()
        continue
      }
      if (!isStopping) noteEnd(ending, isReady)
      // A start that stood still for too long fails, and is begun again.
      if (!hasLived && standstills.length === 0) await complain(setup)
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

  const replace = (program: Program, slept: { ms: number; standstill: Standstill }) => {
    slept.standstill.isReplaced = true
    const disturbance = { from: slept.standstill.from, to: Number.POSITIVE_INFINITY }
    disturbances.push(disturbance)
    void birth().then(() => {
      disturbance.to = performance.now()
    })
    sleepers.add(program, slept)
    child = undefined
    isReplaced()
    setup.onReplaced()
  }

  const letGoOn = async () => {
    while (!isStopping) {
      await wait(STANDSTILL_POLL_MS)
      const running = child
      if (!running || holds > 0 || !isStopped(running.pid)) continue
      const standstill = {
        from: performance.now(),
        to: Number.POSITIVE_INFINITY,
        isReplaced: false,
      }
      standstills.push(standstill)
      const ms = setup.pauseMs()
      if (ms > REPLACED_AFTER_MS && isUp && sleepers.hasRoom()) {
        replace(running, { ms, standstill })
        continue
      }
      disturbances.push(standstill)
      await wait(Math.min(ms, REPLACED_AFTER_MS))
      send(running.pid, 'SIGCONT')
      standstill.to = performance.now()
    }
  }

  const firstBirth = birth()
  const living = live()
  // A commit of its start may stop it before it listens.
  const lettingGoOn = letGoOn()
  await Promise.race([firstBirth, living])

  return {
    name,
    deaths,
    accidents,
    disturbances,
    providers,
    port: () => port,
    kill,
    life: () => life,
    endLife: async (number) => {
      if (life === number) await kill()
    },
    async calmDown() {
      const awake = sleepers.wakeAll()
      life = lives.length - 1
      // A process that is being replaced cannot be killed now.
      while (life < lives.length) await kill()
      await awake
    },
    standstills,
    async hold() {
      if (!child) return () => undefined
      holds += 1
      const letGo = holdProcess(child.pid)
      return () => {
        letGo()
        holds -= 1
      }
    },
    async stop() {
      isStopping = true
      if (child) send(child.pid, 'SIGKILL')
      await Promise.all([living, lettingGoOn, sleepers.endAll()])
    },
  }
}

async function complain({ name, logFile }: Setup) {
  throw new Error(`${name} did not start: ${(await readFile(logFile, 'utf8')).slice(-2000)}`)
}

/** Resolves with whether the process listens; false when it ended first. */
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
