import { readFile } from 'node:fs/promises'
import type { GrownShop } from '../../../server/testing/past/grown-shop.ts'
import { percentile } from '../../measure/percentile.ts'

/** What one visit costs: CPU of Node and PostgreSQL, time, pages of 8 KiB that PostgreSQL looked at. */
export type Cost = { cpuMs: number; ms: number; pages: number }

/** Visits of a sample: what else the service does counts little then. */
const VISITS = 4

/** CPU time of a process in milliseconds; none when it has ended. */
async function cpuMsOf(pid: number) {
  const text = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '0')
  return Number.parseInt(text, 10) / 1e6
}

type Use = { cpuMs: number; pages: number }

/** Up to now, by the shop's PostgreSQL, without its own work of the background, and by Node. */
async function used({ sql }: GrownShop): Promise<Use> {
  const [row] = await sql.rows<{ pids: number[]; pages: number }>(
    `select
      array(select pid from pg_stat_activity where backend_type = 'client backend') as pids,
      (select sum(shared_blks_hit + shared_blks_read) from pg_stat_statements)::float8 as pages`,
  )
  const each = await Promise.all((row?.pids ?? []).map(cpuMsOf))
  const { user, system } = process.cpuUsage()
  return {
    cpuMs: each.reduce((sum, ms) => sum + ms, (user + system) / 1000),
    pages: row?.pages ?? 0,
  }
}

export async function costOf(shop: GrownShop, visit: () => Promise<unknown>): Promise<Cost> {
  const before = await used(shop)
  const startedAt = performance.now()
  for (let visits = 0; visits < VISITS; visits += 1) await visit()
  const ms = performance.now() - startedAt
  const after = await used(shop)
  return {
    cpuMs: (after.cpuMs - before.cpuMs) / VISITS,
    ms: ms / VISITS,
    pages: (after.pages - before.pages) / VISITS,
  }
}

export const medianOf = (costs: Cost[], what: keyof Cost) =>
  percentile(
    costs.map((cost) => cost[what]),
    0.5,
  )
