/**
 * Defaults that somebody else may have given a database or a role. Each changes how a statement is
 * read, isolated or answered.
 */
export const HOSTILE_DEFAULTS = {
  default_transaction_isolation: 'serializable',
  default_transaction_deferrable: 'on',
  synchronous_commit: 'off',
  statement_timeout: '30ms',
  lock_timeout: '1ms',
  idle_in_transaction_session_timeout: '1ms',
  transaction_timeout: '50ms',
  idle_session_timeout: '1ms',
  exit_on_error: 'on',
  search_path: 'pg_catalog',
  row_security: 'off',
  gin_fuzzy_search_limit: '1',
  datestyle: 'German, DMY',
  intervalstyle: 'iso_8601',
  timezone: 'Asia/Kolkata',
  bytea_output: 'escape',
  extra_float_digits: '-15',
  standard_conforming_strings: 'off',
  backslash_quote: 'on',
  array_nulls: 'off',
  transform_null_equals: 'on',
  quote_all_identifiers: 'on',
  client_encoding: 'LATIN1',
  client_min_messages: 'error',
  escape_string_warning: 'off',
  check_function_bodies: 'off',
  xmlbinary: 'hex',
  plan_cache_mode: 'force_generic_plan',
  enable_indexscan: 'off',
  enable_bitmapscan: 'off',
}

/** Older versions do not know the one that is left out, so that only a start which has asked sets it. */
export const { transaction_timeout: _, ...SERVICES_DEFAULTS } = HOSTILE_DEFAULTS

/** Limits of time would end the tests' own work, and only tables that are there are found by `pg_catalog`. */
export const OWNERS_DEFAULTS = Object.fromEntries(
  Object.entries(HOSTILE_DEFAULTS).filter(
    ([name]) => !name.endsWith('_timeout') && name !== 'search_path',
  ),
)

/** `of`: such as `database shop` or `role service`. */
export const setDefaults = (of: string, defaults: Record<string, string>) =>
  Object.entries(defaults)
    .map(([name, value]) => `alter ${of} set ${name} = ${toList(value)}`)
    .join('; ')

const toList = (value: string) =>
  value
    .split(', ')
    .map((part) => `'${part}'`)
    .join(', ')
