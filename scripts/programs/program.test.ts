import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { spawn } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { startProgram, stopProgram, untilAnswers, untilReady } from './program.ts'

const MODULE = new URL('./program.ts', import.meta.url).href

/** Never answers, and hears no request to end. */
const DEAF = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('runs')`

/** Starts the deaf program, whose output is its own, and does something then. */
const RUNNER = (then: string) => `
  import { startProgram, untilReady } from ${JSON.stringify(MODULE)}
  const deaf = startProgram(process.execPath, ['-e', ${JSON.stringify(DEAF)}], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  ${then}`

/** The deaf program is not started by the runner, but by what that starts. */
const GROUP_RUNNER = `
  import { startProgram } from ${JSON.stringify(MODULE)}
  startProgram('/bin/sh', ['-c', '"$0" -e "$1"; exit', process.execPath, ${JSON.stringify(DEAF)}], {
    group: true,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  console.log('started')`

const SAY_STARTED = `console.log('started')`

/** Until the program runs, and who started it has come so far that it must not outlive that. */
function untilStarted(output: Readable) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let said = ''
  output.on('data', (chunk) => {
    said += chunk
    if (said.includes('runs\n') && said.includes('started\n')) resolve()
  })
  return promise
}

/** A runner of tests, which runs them in a worker. */
const FORKING = (worker: string) =>
  `import { fork } from 'node:child_process'; fork(${JSON.stringify(worker)}, { execArgv: [] })`

/**
 * Starts a runner and reads its output, which only closes once the runner and all that it started
 * are gone.
 */
function startRunner(then: string) {
  const runner = spawn(process.execPath, ['--input-type=module', '-e', RUNNER(then)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return { runner, output: runner.stdout, all: () => text(runner.stdout) }
}

const startDeaf = () =>
  startProgram(process.execPath, ['-e', DEAF], { stdio: ['ignore', 'pipe', 'inherit'] })

describe('contract §1, npm test: a program that a test starts', () => {
  test('a program is gone when it has not answered in time', async () => {
    const program = startDeaf()
    await expect(
      untilReady(program, {
        name: 'The deaf program',
        patienceMs: 300,
        ready: (isOver) => untilAnswers('http://127.0.0.1:9', isOver),
      }),
    ).rejects.toThrow('The deaf program is not ready after 0.3 s')
    expect(program.process.signalCode).toBe('SIGKILL')
  })

  test('a program that ends before it is ready fails its start at once', async () => {
    const program = startProgram(process.execPath, ['-e', 'process.exit(3)'], { stdio: 'ignore' })
    await expect(
      untilReady(program, {
        name: 'The program',
        patienceMs: 60_000,
        ready: (isOver) => untilAnswers('http://127.0.0.1:9', isOver),
      }),
    ).rejects.toThrow('The program ended with 3')
  })

  test('a program that cannot be started says so', async () => {
    const program = startProgram('/there/is/no/such/program', [], { stdio: 'ignore' })
    await expect(
      untilReady(program, { name: 'It', patienceMs: 60_000, ready: () => once(process, 'never') }),
    ).rejects.toThrow('ENOENT')
  })

  test('a program is asked to end, and ends', async () => {
    const program = startProgram(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
      stdio: 'ignore',
    })
    expect(await stopProgram(program)).toEqual({ code: null, signal: 'SIGTERM' })
  })

  test('a program ends with all that it has started, as a group', async () => {
    const program = startProgram('/bin/sh', ['-c', '"$0" -e "$1"; exit', process.execPath, DEAF], {
      group: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(program.process.stdout!, 'data')
    await stopProgram(program)
    // Closed by the last one that could have written to it.
    expect(program.process.stdout!.readableEnded).toBe(true)
  })

  test.each([
    ['ends by itself', 'deaf.process.once("spawn", () => process.exit())'],
    ['fails', 'deaf.process.once("spawn", () => { throw "failed" })'],
    [
      'is done while its last start fails',
      'untilReady(deaf, { name: "It", patienceMs: 50, ready: () => new Promise(() => {}) })',
    ],
  ])('a program is gone when the process that started it %s', async (_end, then) => {
    expect(await startRunner(then).all()).toMatch(/^(?:runs\n)?$/)
  })

  test('a program is gone with its group when the process that started it is killed', async () => {
    const runner = spawn(process.execPath, ['--input-type=module', '-e', GROUP_RUNNER], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    await untilStarted(runner.stdout)
    runner.kill('SIGKILL')
    await once(runner, 'close')
    expect(runner.signalCode).toBe('SIGKILL')
  })

  test.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
    'a program is gone when the process that started it gets %s',
    async (signal) => {
      const { runner, output } = startRunner(SAY_STARTED)
      await untilStarted(output)
      runner.kill(signal)
      await once(runner, 'close')
      expect(runner.signalCode).toBe(signal)
    },
  )

  test('a program is gone when the runner of the tests is killed, whose worker started it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hc-worker-'))
    const worker = join(folder, 'worker.mjs')
    await writeFile(worker, RUNNER(SAY_STARTED))
    const runner = spawn(process.execPath, ['--input-type=module', '-e', FORKING(worker)], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    await untilStarted(runner.stdout)
    runner.kill('SIGKILL')
    await once(runner, 'close')
    await rm(folder, { recursive: true })
    expect(runner.signalCode).toBe('SIGKILL')
  })
})
