import { expect, inject, test } from 'vitest'
import { createClients } from './clients.ts'

test('contract §6: a connection that is ready after its caller has given up is used by the next one', async () => {
  const prepared: (() => void)[] = []
  const clients = createClients(inject('postgres'), {
    onIdleError: () => {},
    onConnect: () => new Promise((resolve) => prepared.push(resolve)),
    onLost: () => {},
    onWaited: () => {},
    connections: 1,
    timeoutMs: 500,
  })
  const finishPreparing = async () => {
    await expect.poll(() => prepared).toHaveLength(1)
    prepared.pop()?.()
  }
  const taking = clients.connect()
  await finishPreparing()
  const first = await taking
  const waiting = clients.connect()
  first.release(new Error('broken'))
  await expect(waiting).rejects.toThrow('timeout exceeded')
  await finishPreparing()
  await expect.poll(() => clients.idleCount).toBe(1)
  ;(await clients.connect()).release()
  await clients.close()
})
