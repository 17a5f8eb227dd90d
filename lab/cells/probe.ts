import { setTimeout as wait } from 'node:timers/promises'
import type { GetSessionResponse } from '../../server/contract/merchant.ts'
import { type Shop, ask } from '../buyer/shop.ts'

const EVERY_MS = 10

/** A merchant's server that reads one session again and again. */
export function startProbe({ baseUrl, secretKey: token }: Shop, session: string) {
  const stopping = new AbortController()
  /** From a good answer over answers 503 with Retry-After to the next good one, in milliseconds. */
  let longest = 0
  let refused = 0
  /** Every other answer but 200. */
  const wrong: string[] = []
  let reads = 0

  async function readOn() {
    let goodAt = performance.now()
    let seen = 0
    while (!stopping.signal.aborted) {
      const url = `${baseUrl}/v1/checkout/sessions/${session}`
      const answer = await ask<GetSessionResponse>('GET', url, { token })
      reads += 1
      const isRefusal = answer.status === 503 && answer.headers.has('retry-after')
      if (isRefusal) refused += 1
      else if (answer.status !== 200 || answer.body?.status !== 'complete')
        wrong.push(`read ${answer.status}`)
      else {
        if (refused > seen) longest = Math.max(longest, performance.now() - goodAt)
        seen = refused
        goodAt = performance.now()
      }
      await wait(EVERY_MS)
    }
  }
  const running = readOn()

  return {
    wrong,
    figures: () => ({ refusedMs: longest, refused, reads }),
    async stop() {
      stopping.abort()
      await running
    },
  }
}
