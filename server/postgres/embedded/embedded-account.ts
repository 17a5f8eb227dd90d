import { spawnSync } from 'node:child_process'
import { stat } from 'node:fs/promises'

export type Account = { uid: number; gid: number }

const NOBODY: Account = { uid: 65534, gid: 65534 }

/**
 * Whom PostgreSQL runs as: it refuses root, so root hands it to the owner of the data, or to nobody
 * while there are none. Undefined: as this process.
 */
export async function findAccount(dataFolder: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(dataFolder).catch(() => undefined)
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : NOBODY
}

/**
 * Whether that account can enter a folder or run a file; asked of the kernel, which knows every
 * parent folder and access list.
 */
export const canReach = (path: string, account: Account | undefined) =>
  account === undefined ||
  spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', path], { ...account, cwd: '/' }).status === 0
