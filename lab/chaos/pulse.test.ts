import { expect, test } from 'vitest'
import { startPulse } from './pulse.ts'

/** Less than a late beat of the pulse. */
const REST_MS = 100

/** Has work and cannot run, as on a machine with many others. */
const standStill = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, REST_MS)

test('payments §6: a machine on which a process waits more than it runs is too busy', async () => {
  const pulse = startPulse()
  while (pulse.stalls.length === 0) {
    standStill()
    await new Promise(setImmediate)
  }
  pulse.stop()
  expect(pulse.stalls).toMatchObject([{ kind: 'busy machine', isChange: false }])
})
