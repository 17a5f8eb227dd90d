import pg from 'pg'
import type { Config } from '../config.ts'
import { NO_LIMITS, sessionOf } from '../postgres/connection/session.ts'
import { findDatabase } from './operators-database.ts'

/** One name, so that what a killed restore has left goes with the next one. */
const NAME = 'hosted_checkout_scratch'

/** An empty database beside that of `DATABASE_URL`. It is dropped with `opening`. */
export async function makeScratchDatabase(config: Config, opening: AsyncDisposableStack) {
  const address = await findDatabase(config, opening)
  const { connection } = sessionOf(address, NO_LIMITS)
  const client = new pg.Client(connection)
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
