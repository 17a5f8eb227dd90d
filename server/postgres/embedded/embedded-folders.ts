import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readlink,
  realpath,
  stat,
  symlink,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { UnusableDatabase } from '../connection/unusable-database.ts'
import { canReach, type Account } from './embedded-account.ts'

/** Where root keeps the data when the unprivileged account cannot reach `DATA_DIR`. */
const ROOTS_FOLDER = '/var/lib/hosted-checkout'
// sun_path takes 104 bytes with its end on macOS, 108 on Linux.
const SOCKET_PATH_BYTES = 103

export const SOCKET_NAME = '.s.PGSQL.5432'

/**
 * The folder that holds `postgres`: `dataDir`, or, if the account cannot reach it (as in root's
 * home), another folder, with a link to it at `dataDir/postgres`.
 */
export async function findHome(dataDir: string, account: Account | undefined): Promise<string> {
  await mkdir(dataDir, { recursive: true })
  const link = join(await realpath(dataDir), 'postgres')
  const moved = await readlink(link).catch(() => undefined)
  if (moved !== undefined) return findMoved(link, moved)
  if (await openWay(dirname(link), account)) return dirname(link)
  if (await stat(link).catch(() => undefined)) {
    throw new UnusableDatabase(
      `PostgreSQL runs as user ${account?.uid}, who cannot reach ${link}: ` +
        'make the folders above it traversable (chmod o+x), or set DATA_DIR or DATABASE_URL.',
    )
  }
  await mkdir(ROOTS_FOLDER, { recursive: true, mode: 0o755 })
  const home = await mkdtemp(join(ROOTS_FOLDER, 'data-'))
  await chmod(home, 0o711)
  await symlink(join(home, 'postgres'), link)
  return home
}

/**
 * Whether the account can enter `folder`. If only that folder of ours refuses it, lets it
 * pass through without listing it.
 */
async function openWay(folder: string, account: Account | undefined) {
  if (canReach(folder, account)) return true
  if (!canReach(dirname(folder), account)) return false
  await chmod(folder, (await stat(folder)).mode | 0o011)
  return canReach(folder, account)
}

async function findMoved(link: string, moved: string) {
  const home = dirname(moved)
  if (!(await stat(home).catch(() => undefined))) {
    throw new UnusableDatabase(
      `${link} says that the data are in ${moved}, which is gone: bring it back, or remove the link to start anew.`,
    )
  }
  return home
}

/** The data folder, which only the account can open, or a private folder with a shorter path. */
export async function openSocketFolder(
  data: string,
  account: Account | undefined,
): Promise<string> {
  if (Buffer.byteLength(join(data, SOCKET_NAME)) <= SOCKET_PATH_BYTES) return data
  const parent = canReach(tmpdir(), account) ? tmpdir() : '/tmp'
  const folder = join(
    parent,
    `hosted-checkout-${createHash('sha256').update(data).digest('hex').slice(0, 12)}`,
  )
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const found = await lstat(folder)
  const isOurs = found.uid === process.getuid?.() || found.uid === account?.uid
  if (!found.isDirectory() || !isOurs || (found.mode & 0o077) !== 0) {
    throw new UnusableDatabase(
      `${folder} belongs to somebody else: remove it, or set a shorter DATA_DIR.`,
    )
  }
  if (account) await chown(folder, account.uid, account.gid)
  return folder
}
