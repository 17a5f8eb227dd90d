import type pg from 'pg'

/** A pooler that gives each transaction another connection of the server, and keeps no session. */
export type Pooler = {
  /** Whether a statement that was prepared in one transaction is there in the next. */
  keepsStatements: boolean
}

/**
 * Where the database is. `pooler`: what is between it and us. (Default: nothing.) `hosts`: the
 * addresses of which one takes writes; the given one did at the start. (Default: there is only that
 * one.) `major`: the version of PostgreSQL. (Default: one that knows only what the oldest of ours
 * knows.)
 */
export type DatabaseAddress = pg.PoolConfig & { pooler?: Pooler; hosts?: string[]; major?: number }

/** In milliseconds. An address may have others, as in `?lock_timeout=500`. */
const LIMITS = {
  statement_timeout: 2000,
  lock_timeout: 1000,
  idle_in_transaction_session_timeout: 5000,
}

/** For a program whose work takes as long as it takes. */
export const NO_LIMITS: typeof LIMITS = {
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
}

/**
 * Everything that decides how a statement is read, isolated and answered, whatever the database's and
 * the role's defaults are. Not here: `client_encoding`, which the driver sets; what only makes
 * statements faster or slower; and `default_transaction_read_only`, by which an operator stops writes.
 */
const SETTINGS = {
  // First, because it changes how `search_path` is answered.
  quote_all_identifiers: 'off',
  // Answers must survive a crash (payments §8).
  synchronous_commit: 'on',
  default_transaction_isolation: 'read committed',
  default_transaction_deferrable: 'off',
  idle_session_timeout: '0',
  exit_on_error: 'off',
  search_path: 'public',
  // Rows that a policy would hide are an error.
  row_security: 'off',
  gin_fuzzy_search_limit: '0',
  datestyle: 'ISO, MDY',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  backslash_quote: 'safe_encoding',
  array_nulls: 'on',
  transform_null_equals: 'off',
}

/** Older versions refuse a connection that asks for it. */
const SINCE_17 = { transaction_timeout: '0' }

const settingsFor = ({ major = 0 }: DatabaseAddress) =>
  Object.entries({ ...SETTINGS, ...(major >= 17 && SINCE_17) })

/** `set local` comes too late for the transaction that it is in. */
const BEGIN = 'begin isolation level read committed not deferrable'

/**
 * How a connection gets our limits of time and our settings: when it is opened, or, where a pooler
 * keeps no session, at the beginning of each transaction. `left`: names of settings that stay as they
 * are. (Default: none.)
 */
export function sessionOf(
  address: DatabaseAddress,
  usual = LIMITS,
  left: string[] = [],
): {
  connection: pg.PoolConfig
  /** Begins each transaction. */
  begin: string
} {
  const { pooler, hosts: _hosts, major: _major, connectionString, ...connection } = address
  const { address: bare, limits } = takeLimits(connectionString ?? '', usual)
  const others = settingsFor(address).filter(([name]) => !left.includes(name))
  const settings = [...limits.map(({ name, ms }) => [name, `${ms}`] as const), ...others]
  const target =
    connectionString === undefined ? connection : { ...connection, connectionString: bare }
  // The driver leaves out a limit of 0, by which the role's own would stay.
  if (!pooler) return { connection: withOptions(target, settings), begin: 'begin' }
  const local = settings.map(([name, value]) => `set local ${name} = ${toList(value)}`)
  return { connection: target, begin: [BEGIN, ...local].join('; ') }
}

/** A list, as `datestyle` has one, is not one text. */
const toList = (value: string) =>
  value
    .split(', ')
    .map((part) => `'${part}'`)
    .join(', ')

/** Options in an address win over those beside it, and a later one over an earlier one. */
function withOptions(
  connection: pg.PoolConfig,
  settings: (readonly [name: string, value: string])[],
): pg.PoolConfig {
  const options = settings
    .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', String.raw`\ `)}`)
    .join(' ')
  const { connectionString } = connection
  if (connectionString === undefined) return { ...connection, options }
  const [, given = ''] = /[?&]options=([^&]*)/.exec(connectionString) ?? []
  const separator = connectionString.includes('?') ? '&' : '?'
  const all = `${given}${encodeURIComponent(` ${options}`)}`
  return { ...connection, connectionString: `${connectionString}${separator}options=${all}` }
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
