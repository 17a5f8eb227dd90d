import { spawnSync } from 'node:child_process'
import { stat } from 'node:fs/promises'

export type Account = { uid: number; gid: number }

const NOBODY: Account = { uid: 65534, gid: 65534 }

/**
 * The account that runs PostgreSQL. PostgreSQL refuses root, so root uses the owner of the data, or
 * nobody while there are no data. Undefined: this process's own account.
 */
export async function findAccount(dataFolder: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(dataFolder).catch(() => undefined)
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : NOBODY
}

/**
 * Whether the account can enter a folder or run a file. The kernel decides, because it knows every
 * parent folder and access list.
 */
export const canReach = (path: string, account: Account | undefined) =>
  account === undefined ||
  spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', path], { ...account, cwd: '/' }).status === 0
