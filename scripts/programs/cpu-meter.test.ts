import { describe, expect, test } from 'vitest'
import { openCpuMeter } from './cpu-meter.ts'
import { killProgram, startProgram } from './program.ts'

/** Uses half a second of CPU. */
const BUSY = `
  const used = () => Object.values(process.cpuUsage()).reduce((sum, each) => sum + each)
  while (used() < 500_000);`

/** Starts a busy program and waits for it. */
const PARENT = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(BUSY)}])`

async function costOf(script: string) {
  const meter = openCpuMeter()
  const program = startProgram(process.execPath, ['-e', script], { stdio: 'ignore' })
  meter.watch(program.pid, 'a stage')
  const samplesBefore = meter.samples().length
  await program.ended
  const samples = meter.samples()
  meter.stop()
  expect(samples.length).toBeGreaterThan(samplesBefore)
  return samples.reduce((sum, { seconds }) => sum + (seconds.get('a stage') ?? 0), 0)
}

describe.runIf(process.platform === 'linux')(
  'contract §1, npm test: the CPU of a program that it starts',
  () => {
    test('is counted while it runs', async () => {
      expect(await costOf(BUSY)).toBeGreaterThan(0.2)
    })

    test('is counted with that of a program that it has started', async () => {
      const seconds = await costOf(PARENT)
      expect(seconds).toBeGreaterThan(0.45)
      // Once, not again when its parent has waited for it.
      expect(seconds).toBeLessThan(0.95)
    })

    test('names it as long as it runs', async () => {
      const meter = openCpuMeter()
      const program = startProgram(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
        stdio: 'ignore',
      })
      meter.watch(program.pid, 'a stage')
      expect(meter.running()).toEqual([
        { pid: program.pid, name: expect.any(String), owner: 'a stage' },
      ])
      await killProgram(program)
      expect(meter.running()).toEqual([])
      meter.stop()
    })

    test('is not counted for others', async () => {
      const meter = openCpuMeter()
      const program = startProgram(process.execPath, ['-e', BUSY], { stdio: 'ignore' })
      await program.ended
      expect(meter.samples().flatMap(({ seconds }) => [...seconds])).toEqual([])
      meter.stop()
    })
  },
)
