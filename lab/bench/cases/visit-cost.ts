import { readFile } from 'node:fs/promises'
import type { GrownShop } from '../../../server/testing/past/grown-shop.ts'

/** What one visit costs: CPU of Node and PostgreSQL, and time. */
export type Cost = { cpuMs: number; ms: number }

/** Visits of a sample: what else the service does counts little then. */
const VISITS = 4

/** CPU time of a process in milliseconds; none when it has ended. */
async function cpuMsOf(pid: number) {
  const text = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '0')
  return Number.parseInt(text, 10) / 1e6
}

/** Up to now, by the shop's PostgreSQL, without its own work of the background, and by Node. */
async function usedCpuMs({ sql }: GrownShop) {
  const backends = await sql.rows<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'client backend'`,
  )
  const each = await Promise.all(backends.map(({ pid }) => cpuMsOf(pid)))
  const { user, system } = process.cpuUsage()
  return each.reduce((sum, ms) => sum + ms, (user + system) / 1000)
}

export async function costOf(shop: GrownShop, visit: () => Promise<unknown>): Promise<Cost> {
  const before = await usedCpuMs(shop)
  const startedAt = performance.now()
  for (let visits = 0; visits < VISITS; visits += 1) await visit()
  const ms = performance.now() - startedAt
  return { cpuMs: ((await usedCpuMs(shop)) - before) / VISITS, ms: ms / VISITS }
}
