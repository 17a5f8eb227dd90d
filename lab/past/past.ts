import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { growHistory } from '../../server/testing/past/grown-history.ts'
import type { Command } from '../servers/service-process.ts'
import { visitAll } from '../bench/client.ts'
import { type Workspace, type Side, type SoldAt, openNewShop, startService } from '../bench/side.ts'
import { flow, productOf } from '../bench/visits.ts'

/** The past has 28 days: the service deletes what is older than 30. */
const DAYS = 28

/** What is stored about a past beside PostgreSQL's data. */
type PastFile = SoldAt & { orders: number }

const FILE = 'past.json'

const MOST_TRIES = 300

/**
 * Starts a service whose store has so many past orders in `folder`, from an earlier run or made
 * now. Also returns how long that took.
 */
export async function startWithPast(
  workspace: Workspace,
  { command, folder, orders }: { command: Command; folder: string; orders: number },
) {
  await mkdir(folder, { recursive: true })
  const kept = await findKept(folder, orders)
  const side = await startService(workspace, {
    name: 'with a past',
    command,
    data: folder,
    findShop: kept ? () => Promise.resolve(kept) : openNewShop,
  })
  const startedAt = performance.now()
  if (!kept) {
    await makePast(side, orders)
    const { storeId: id, secretKey } = side
    await writeFile(
      join(folder, FILE),
      JSON.stringify({ id, secretKey, orders } satisfies PastFile),
    )
  }
  await keepOpen(side)
  return { side, seconds: kept ? undefined : (performance.now() - startedAt) / 1000 }
}

async function findKept(folder: string, orders: number): Promise<PastFile | undefined> {
  const names = await readdir(folder)
  if (names.length === 0) return undefined
  if (!names.includes(FILE))
    throw new Error(`${folder} holds no past, or half of one: delete it, or name another folder`)
  const kept = JSON.parse(await readFile(join(folder, FILE), 'utf8')) as PastFile
  if (kept.orders !== orders)
    throw new Error(`${folder} holds ${kept.orders} orders, not ${orders}: name another folder`)
  return kept
}

async function makePast(side: Side & { storeId: string }, orders: number) {
  const { port, sql, storeId, connection } = side
  await visitAll(port, [flow(side, productOf(0), () => undefined)])
  // Requests are logged in batches.
  const isLogged = async () =>
    (await sql.rows('select from api_requests where store_id = $1 limit 1', [storeId])).length > 0
  for (let tries = 1; !(await isLogged()); tries += 1) {
    if (tries === MOST_TRIES) throw new Error('the first order’s requests were not written down')
    await wait(100)
  }
  const everySeconds = (DAYS * 24 * 3600) / orders
  await growHistory(connection, { storeId, from: 0, until: orders, everySeconds })
}

/** Keeps some sessions open during the run. The checkpoint writes all before it. */
async function keepOpen({ sql }: Side) {
  await sql.rows(`
    update checkout_sessions
    set state = 'open', expires_at = clock_timestamp() + interval '1 day'
    where id like 'cs_open%'`)
  await sql.rows('vacuum analyze checkout_sessions')
  await sql.rows('checkpoint')
}
