import { join } from 'node:path'
import { type Program, killProgram } from '../../scripts/programs/program.ts'
import { findFreePort } from '../../server/testing/servers/free-port.ts'
import { startDatabases } from '../servers/databases.ts'
import { NO_LIMITS } from '../servers/settings.ts'
import { isUseKnown, readProcesses, usedMs } from '../measure/processes.ts'
import { type Command, startServiceProcess } from '../servers/service-process.ts'
import { openShop } from '../buyer/shop.ts'
import { type Books, readBooks } from './books.ts'
import { visitAll } from './client.ts'
import type { Machine } from './machine.ts'
import { type Host, VARIANTS, makePaymentMethod, productOf } from './visits.ts'

/** CPU of each program so far, in milliseconds. */
export type Use = { node: number; postgres: number; redis: number }

/** A service or floor with its own PostgreSQL and Redis. */
export type Side = Host & {
  name: string
  /** Whether its PostgreSQL writes as in production. */
  isDurable: boolean
  redisPort: number
  /** The environment variables that tell a service of both. */
  env: Record<string, string>
  sql: Stores['postgres']['sql']
  connection: Stores['postgres']['connection']
  databasePid: number
  /** Undefined on systems that cannot tell (all but Linux). */
  use: () => Use | undefined
  /** How many payments were answered as complete. */
  paid: number
  /** Undefined for floors, which have no books. */
  readBooks: (() => Promise<Books>) | undefined
  stop: () => Promise<void>
}

const STOCK = 1_000_000
const PRODUCTS = Array.from({ length: VARIANTS }, (_, index) => productOf(index))

export type Workspace = { machine: Machine; folder: string }

/** Starts PostgreSQL, with its files in `data`, and Redis. */
async function startStores(data: string) {
  const databases = await startDatabases(data)
  const settings = await databases.postgres.sql.rows<{ setting: string }>(
    `select setting from pg_settings where name in ('fsync', 'synchronous_commit')`,
  )
  return { ...databases, isDurable: settings.every(({ setting }) => setting === 'on') }
}

type Stores = Awaited<ReturnType<typeof startStores>>

const commonOf = ({ postgres, redis, isDurable, env, stop }: Stores, program: Program) => ({
  isDurable,
  env,
  redisPort: redis.port,
  sql: postgres.sql,
  connection: postgres.connection,
  databasePid: postgres.pid(),
  use() {
    if (!isUseKnown) return undefined
    const processes = readProcesses()
    return {
      node: usedMs(processes, [program.pid]),
      postgres: usedMs(processes, [postgres.pid()]),
      redis: usedMs(processes, [redis.pid()]),
    }
  },
  paid: 0,
  async stop() {
    await killProgram(program)
    await stop()
  },
})

type Service = {
  name: string
  command: Command
  env?: Record<string, string>
  /** The folder of PostgreSQL's files. */
  data: string
  /** The store to sell in. (Default: a new one.) */
  findShop?: (port: number) => Promise<SoldAt>
}

export type SoldAt = { id: string; secretKey: string }

export const openNewShop = (port: number) =>
  openShop(port, {
    name: 'Measured',
    products: PRODUCTS.map((slug) => ({ slug, stock: STOCK })),
  })

export async function startService(
  { machine, folder }: Workspace,
  { name, command, env, data, findShop = openNewShop }: Service,
): Promise<Side & { storeId: string }> {
  const stores = await startStores(data)
  const port = await findFreePort()
  const program = await startServiceProcess({
    name,
    command: machine.apart(command),
    port,
    env: { ...NO_LIMITS, ...stores.env, ...env },
    logFile: join(folder, `${name}.log`),
  })
  const { id: storeId, secretKey } = await findShop(port)
  const host: Host = { port, secretKey, isFloor: false, paymentMethod: '' }
  await visitAll(port, [
    makePaymentMethod(host, (paymentMethod) => {
      host.paymentMethod = paymentMethod
    }),
  ])
  const { sql } = stores.postgres
  return {
    ...host,
    ...commonOf(stores, program),
    name,
    storeId,
    readBooks: () => readBooks(sql, storeId),
  }
}

const FLOORS = join(import.meta.dirname, 'floors')

export async function startFloor(
  { machine, folder }: Workspace,
  kind: 'bare' | 'fair',
): Promise<Side> {
  const name = `${kind} floor`
  const stores = await startStores(join(folder, `${kind}-floor`))
  const port = await findFreePort()
  const secretKey = `sk_live_${'0'.repeat(40)}`
  const program = await startServiceProcess({
    name,
    command: machine.apart([process.execPath, join(FLOORS, `${kind}-floor.ts`)]),
    port,
    env: { ...stores.env, PRODUCTS: PRODUCTS.join(','), SECRET_KEY: secretKey },
    logFile: join(folder, `${kind}-floor.log`),
  })
  return {
    ...commonOf(stores, program),
    name,
    port,
    secretKey,
    isFloor: true,
    paymentMethod: 'pm_any',
    readBooks: undefined,
  }
}
