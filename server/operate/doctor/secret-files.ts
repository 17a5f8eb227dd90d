import { stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '../../config.ts'
import { type Finding, well, wrong } from './finding.ts'

const OTHERS_READ = 0o004
const OTHERS_PASS = 0o001

/** Where containers see their secrets, alone on a system of their own. */
const OF_CONTAINER = '/run/secrets/'

/** Those that `DATA_DIR` has where none are set. */
const GENERATED = ['platform-token', 'token-signing-key']

type Where = Pick<Config, 'dataDir'> & { env: Record<string, string | undefined>; names: string[] }

/** Whether somebody else on this machine may read a secret. `names`: of the settings that are secrets. */
export async function checkSecretFiles({ env, names, dataDir }: Where): Promise<Finding[]> {
  const given = names.flatMap((name) => env[`${name}_FILE`] || [])
  const files = [...given, ...GENERATED.map((name) => join(dataDir, name))]
  const judged = await Promise.all(
    files
      .map((file) => resolve(file))
      .filter((file) => !file.startsWith(OF_CONTAINER))
      .map(async (file) => ((await isOpen(file)) ? [file] : [])),
  )
  const open = judged.flat()
  return [
    open.length === 0
      ? well('secrets', 'no file of one can be read by everybody')
      : wrong('secrets', `everybody on this machine can read ${open.join(', ')}`, 'chmod o= them'),
  ]
}

async function isOpen(file: string): Promise<boolean> {
  const mode = async (path: string) => (await stat(path)).mode
  try {
    if (((await mode(file)) & OTHERS_READ) === 0) return false
    for (let folder = dirname(file); ; folder = dirname(folder)) {
      if (((await mode(folder)) & OTHERS_PASS) === 0) return false
      if (folder === dirname(folder)) return true
    }
  } catch {
    return false
  }
}
