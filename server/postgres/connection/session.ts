import type pg from 'pg'

/** A pooler that gives each transaction another connection of the server, and keeps no session. */
export type Pooler = {
  /** Whether a statement that was prepared in one transaction is there in the next. */
  keepsStatements: boolean
}

/**
 * Where the database is. `pooler`: what stands before it. (Default: nothing.) `hosts`: the addresses
 * of which one takes writes; the given one did at the start. (Default: there is only that one.)
 */
export type DatabaseAddress = pg.PoolConfig & { pooler?: Pooler; hosts?: string[] }

/** In milliseconds. An address may have others, as in `?lock_timeout=500`. */
const LIMITS = {
  statement_timeout: 2000,
  lock_timeout: 1000,
  idle_in_transaction_session_timeout: 5000,
}

/** Answers must survive a crash, whatever the database's default is (payments §8). */
const DURABLE = '-c synchronous_commit=on'

/**
 * How a connection gets our limits of time and our durability: when it is opened, or, where a pooler
 * keeps no session, at the beginning of each transaction.
 */
export function sessionOf(
  { pooler, hosts: _hosts, ...connection }: DatabaseAddress,
  usual = LIMITS,
): {
  connection: pg.PoolConfig
  /** Begins each transaction. */
  begin: string
} {
  if (!pooler) return { connection: { ...usual, ...durable(connection) }, begin: 'begin' }
  const { address, limits } = takeLimits(connection.connectionString ?? '', usual)
  const settings = limits.map(({ name, ms }) => `set local ${name} = ${ms}`)
  return {
    connection: { ...connection, connectionString: address },
    begin: ['begin', ...settings, 'set local synchronous_commit = on'].join('; '),
  }
}

/** Options in an address win over those beside it, and a later one over an earlier one. */
function durable(connection: pg.PoolConfig): pg.PoolConfig {
  const { connectionString } = connection
  if (connectionString === undefined) return { ...connection, options: DURABLE }
  const [, given = ''] = /[?&]options=([^&]*)/.exec(connectionString) ?? []
  const options = `${given}${encodeURIComponent(` ${DURABLE}`)}`
  const separator = connectionString.includes('?') ? '&' : '?'
  return { ...connection, connectionString: `${connectionString}${separator}options=${options}` }
}

/** An address without limits of time, which a pooler refuses, and those that it has or else `usual`. */
export function takeLimits(connectionString: string, usual = LIMITS) {
  const [address = '', query] = connectionString.split('?')
  const fields = new URLSearchParams(query)
  const limits = Object.entries(usual).map(([name, ms]) => ({
    name,
    ms: Number(fields.get(name) ?? ms),
  }))
  for (const { name } of limits) fields.delete(name)
  return { address: fields.size > 0 ? `${address}?${fields.toString()}` : address, limits }
}
