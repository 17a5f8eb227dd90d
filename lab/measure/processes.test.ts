import { describe, expect, test } from 'vitest'
import { type Processes, isUseKnown, readProcesses, usedMs } from './processes.ts'

describe('performance: what processes have used', () => {
  test('the use of a program is its own and that of all it has started, and nobody else’s', () => {
    const processes: Processes = new Map([
      [1, { parent: 0, busyMs: 1_000 }],
      [10, { parent: 1, busyMs: 100 }],
      [11, { parent: 10, busyMs: 20 }],
      [12, { parent: 11, busyMs: 3 }],
      [13, { parent: 1, busyMs: 5_000 }],
    ])
    expect(usedMs(processes, [10])).toBe(123)
    expect(usedMs(processes, [11, 13])).toBe(5_023)
    expect(usedMs(processes, [14])).toBe(0)
  })

  test.skipIf(!isUseKnown)('the use of every process is read, this one among them', () => {
    expect(readProcesses().get(process.pid)?.parent).toBe(process.ppid)
  })
})
