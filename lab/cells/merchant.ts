import { setTimeout as wait } from 'node:timers/promises'
import type { Buyers } from '../failover/buyers.ts'
import { type Shop, ask } from '../buyer/shop.ts'

const PAUSE_MS = 50

/** A merchant who fulfils one order after the other, and asks again until it is answered. */
export function startMerchant(
  { baseUrl, secretKey: token }: Shop,
  { acknowledged }: Pick<Buyers, 'acknowledged'>,
) {
  const stopping = new AbortController()
  const fulfilled: string[] = []

  async function fulfilOneAfterTheOther() {
    while (!stopping.signal.aborted) {
      const next = acknowledged[fulfilled.length]?.orderNumber
      if (next !== undefined) {
        const url = `${baseUrl}/v1/orders/${next}/fulfill`
        const { status } = await ask('POST', url, { token })
        if (status === 200) fulfilled.push(next)
      }
      await wait(PAUSE_MS)
    }
  }
  const running = fulfilOneAfterTheOther()

  return {
    fulfilled,
    async stop() {
      stopping.abort()
      await running
    },
  }
}
