import pg from 'pg'
import { type DatabaseAddress, NO_LIMITS, sessionOf } from '../connection/session.ts'

/** One name, so that what a killed restore has left goes with the next one. */
const NAME = 'hosted_checkout_scratch'

/** An empty database beside that of the address. It is dropped with `opening`. */
export async function makeScratchDatabase(
  address: DatabaseAddress,
  opening: AsyncDisposableStack,
): Promise<DatabaseAddress> {
  const client = new pg.Client(sessionOf(address, NO_LIMITS).connection)
  await client.connect()
  opening.defer(() => client.end())
  const drop = () => client.query(`drop database if exists ${NAME} with (force)`)
  await drop()
  await client.query(`create database ${NAME} encoding 'UTF8' template template0`)
  opening.defer(async () => void (await drop()))
  return { ...address, ...withDatabase(address, NAME) }
}

/** The path of an address is its database. */
const withDatabase = ({ connectionString }: pg.PoolConfig, database: string) =>
  connectionString === undefined
    ? { database }
    : {
        connectionString: connectionString.replace(/^(\w+:\/\/[^/?]*)(\/[^?]*)?/, `$1/${database}`),
      }
