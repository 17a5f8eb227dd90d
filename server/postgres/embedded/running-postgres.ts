import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { findAccount } from './embedded-account.ts'
import { findHome, openSocketFolder } from './embedded-folders.ts'
import type { EmbeddedPostgres } from './embedded-postgres.ts'
import { openConnection } from '../database.ts'

/**
 * How a second process reaches a service's PostgreSQL on the data in `dataDir`; undefined while
 * none runs. Rejects when there are no data.
 */
export async function findRunningPostgres(
  dataDir: string,
): Promise<EmbeddedPostgres['connection'] | undefined> {
  const data = join(resolve(dataDir), 'postgres')
  if (!(await stat(data).catch(() => undefined))) {
    throw new Error(
      `There are no data in ${data}: set DATA_DIR to where the service keeps them, or DATABASE_URL.`,
    )
  }
  const account = await findAccount(data)
  const home = await findHome(resolve(dataDir), account)
  const host = await openSocketFolder(join(home, 'postgres'), account)
  const connection = { host, database: 'postgres', user: 'postgres' }
  try {
    await (await openConnection(connection)).close()
    return connection
  } catch (error) {
    if (isNobodyThere(error)) return undefined
    throw error
  }
}

/** No socket, or one that a killed server has left. */
const isNobodyThere = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ENOENT' || error.code === 'ECONNREFUSED')
