import type pg from 'pg'

/** What was answered has to outlive a crash, whatever the database's default is (payments §8). */
const DURABLE = '-c synchronous_commit=on'

/** The options of an address win over those beside it, the last one over those before. */
export function durable(connection: pg.PoolConfig): pg.PoolConfig {
  const { connectionString } = connection
  if (connectionString === undefined) return { ...connection, options: DURABLE }
  const [, given = ''] = /[?&]options=([^&]*)/.exec(connectionString) ?? []
  const options = `${given}${encodeURIComponent(` ${DURABLE}`)}`
  const separator = connectionString.includes('?') ? '&' : '?'
  return { ...connection, connectionString: `${connectionString}${separator}options=${options}` }
}
