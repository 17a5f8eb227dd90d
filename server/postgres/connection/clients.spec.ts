import { expect, inject, test } from 'vitest'
import { createClients } from './clients.ts'

test('contract §6: a connection that is ready after its caller has given up is used by the next one', async () => {
  const { host, user, database } = inject('postgres')
  const prepared: (() => void)[] = []
  const clients = createClients(
    { connectionString: `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}` },
    {
      onIdleError: () => {},
      onConnect: () => new Promise((resolve) => prepared.push(resolve)),
      onLost: () => {},
      onWaited: () => {},
      connections: 1,
      timeoutMs: 500,
    },
  )
  const takeOne = async () => {
    const taking = clients.connect()
    await expect.poll(() => prepared).toHaveLength(1)
    prepared.pop()?.()
    return await taking
  }
  const first = await takeOne()
  const waiting = clients.connect()
  first.release(new Error('broken'))
  await expect(waiting).rejects.toThrow('timeout exceeded')
  await expect.poll(() => prepared).toHaveLength(1)
  prepared.pop()?.()
  await expect.poll(() => clients.idleCount).toBe(1)
  ;(await clients.connect()).release()
  await clients.close()
})
