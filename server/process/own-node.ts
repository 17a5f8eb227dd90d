import { realpathSync } from 'node:fs'
import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config.ts'
import { ConfigError } from '../settings/config-error.ts'

/** The project's packages: the bundle is as deep as the sources. */
const PACKAGES = fileURLToPath(new URL('../../node_modules', import.meta.url))

type Node = {
  /** The running program. (Default: this process's.) */
  file?: string
  /** (Default: the project's.) */
  packages?: string
}

/**
 * Production refuses the Node that the lockfile brings, because others than Node's own project have
 * packed it (decision 114). @throws {ConfigError}
 */
export function assertOwnNode(
  { isProduction }: Pick<Config, 'isProduction'>,
  { file = process.execPath, packages = PACKAGES }: Node = {},
) {
  if (!isProduction || !isWithin(file, packages)) return
  throw new ConfigError(
    'NODE_ENV',
    `production runs on a Node of your own, not on the one in node_modules: install Node 24.12 or newer, then npm ci --omit=dev --omit=optional`,
  )
}

function isWithin(file: string, folder: string) {
  try {
    return realpathSync.native(file).startsWith(`${realpathSync.native(folder)}${sep}`)
  } catch {
    return false
  }
}
