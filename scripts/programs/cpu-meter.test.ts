import { describe, expect, onTestFinished, test } from 'vitest'
import { type Process, openCpuMeter } from './cpu-meter.ts'
import { killProgram, startProgram } from './program.ts'

/** A stage is the child of its runner. */
const RUNNER = 10
const STAGE = 20
const CHILD = 30

const aProcess = (pid: number, more: Partial<Process> = {}): Process => ({
  pid,
  name: 'node',
  isOver: false,
  parent: 1,
  begun: String(pid),
  own: 0,
  waited: 0,
  ...more,
})

/** What the system lists from one look to the next; the stage is watched at the first. */
function measure(...looks: Process[][]) {
  let look = looks.shift() ?? []
  const meter = openCpuMeter(() => look)
  onTestFinished(() => meter.stop())
  meter.watch(RUNNER, 'the run')
  meter.watch(STAGE, 'a stage')
  for (look of looks) meter.running()
  const total = (owner: string) =>
    meter.samples().reduce((sum, { seconds }) => sum + (seconds.get(owner) ?? 0), 0)
  return { stage: total('a stage'), run: total('the run'), running: meter.running() }
}

const runner = aProcess(RUNNER)
const stage = aProcess(STAGE, { parent: RUNNER })
const child = aProcess(CHILD, { parent: STAGE })

describe('contract §1, npm test: the CPU of a stage', () => {
  test('the CPU of a stage is that of its program since it began', () => {
    const busy = aProcess(STAGE, { parent: RUNNER, own: 250 })
    expect(measure([runner, stage], [runner, busy]).stage).toBe(2.5)
  })

  test('the CPU of a stage is that of what its program has started, too', () => {
    const busy = aProcess(CHILD, { parent: STAGE, own: 100 })
    expect(measure([runner, stage], [runner, stage, busy]).stage).toBe(1)
  })

  test('the CPU of a program that its parent has waited for is counted once', () => {
    const busy = aProcess(CHILD, { parent: STAGE, own: 100 })
    const after = aProcess(STAGE, { parent: RUNNER, waited: 120 })
    expect(measure([runner, stage], [runner, stage, busy], [runner, after]).stage).toBe(1.2)
  })

  test('the CPU of a program that nobody has seen is counted', () => {
    const after = aProcess(STAGE, { parent: RUNNER, waited: 30 })
    expect(measure([runner, stage], [runner, after]).stage).toBe(0.3)
  })

  test('the CPU of programs that end at the same moment, one started by the other, counts once', () => {
    const busy = aProcess(CHILD, { parent: STAGE, own: 100 })
    const after = aProcess(RUNNER, { waited: 150 })
    const { stage: counted, run } = measure([runner, stage], [runner, stage, busy], [after])
    expect(counted + run).toBe(1.5)
  })

  test('the CPU of a program whose parent has ended before it is counted', () => {
    const orphan = aProcess(CHILD, { parent: 1, own: 70 })
    expect(measure([runner, stage], [runner, stage, child], [runner, orphan]).stage).toBe(0.7)
  })

  test('the CPU of a stage has nothing of others, also under a number that its program had', () => {
    const other = aProcess(CHILD, { begun: '99', own: 500 })
    const found = measure([runner, stage], [runner, stage, child], [runner, stage, other])
    expect(found.stage).toBe(0)
  })

  test('the meter knows what runs still, and not what only waits to be waited for', () => {
    const over = aProcess(CHILD, { parent: STAGE, isOver: true })
    const pidsOf = ({ running }: ReturnType<typeof measure>) => running.map(({ pid }) => pid)
    expect(pidsOf(measure([runner, stage], [runner, stage, child]))).toContain(CHILD)
    expect(pidsOf(measure([runner, stage], [runner, stage, over]))).not.toContain(CHILD)
  })

  test.runIf(process.platform === 'linux')('the CPU of a stage is read of the system', async () => {
    const meter = openCpuMeter()
    onTestFinished(() => meter.stop())
    const program = startProgram(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
      stdio: 'ignore',
    })
    meter.watch(program.pid, 'a stage')
    expect(meter.running()).toMatchObject([{ pid: program.pid, owner: 'a stage' }])
    await killProgram(program)
    expect(meter.running()).toEqual([])
  })
})
