import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UnusableDatabase } from '../connection/unusable-database.ts'
import { PostgresEnded } from './embedded-process.ts'

type Trouble = { signs: RegExp; cure: (folder: string) => string }

/** By what Node, SQLite or PostgreSQL says. */
const TROUBLES: Trouble[] = [
  {
    signs: /ENOSPC|EDQUOT|No space left|disk is full/,
    cure: (folder) =>
      `There is no room for the data in ${folder}: make some on that disk, and start again.`,
  },
  {
    signs:
      /EACCES|EPERM|EROFS|Permission denied|wrong ownership|unable to open database file|readonly database/,
    cure: (folder) =>
      `This user may not use the data in ${folder}: start as the user to whom they belong, give them to this one (chown -R), or set another DATA_DIR.`,
  },
  {
    signs: /database files are incompatible with server/,
    cure: (folder) =>
      `The data in ${folder} are of PostgreSQL ${versionOf(folder)}, and this release brings another one: start the release that made them, write a backup with npm run backup, and restore that here.`,
  },
  {
    signs:
      /ENOTEMPTY|could not find the database system|valid checkpoint record|required WAL directory|database "postgres" does not exist|could not (?:open|read) (?:file|block)|invalid page in block/,
    cure: (folder) =>
      `The data in ${folder} are not whole: copy them again while no service uses them, restore a backup, or remove ${join(folder, 'postgres')} to start anew.`,
  },
]

const versionOf = (folder: string) =>
  readFileSync(join(folder, 'postgres/PG_VERSION'), 'utf8').trim()

/** Throws an error with one line for the operator, where it is known what is wrong with the folder. */
export function throwWithCure(error: unknown, folder: string): never {
  if (!(error instanceof Error) || error instanceof UnusableDatabase) throw error
  const known = TROUBLES.find(({ signs }) => signs.test(error.message))
  if (known) throw new UnusableDatabase(known.cure(folder), { cause: error })
  if (!(error instanceof PostgresEnded)) throw error
  throw new UnusableDatabase(
    `PostgreSQL does not start on the data in ${folder}: ${reasonIn(error.message)}`,
    { cause: error },
  )
}

/** The line of PostgreSQL's last ones that says why it ended. */
const reasonIn = (lines: string) =>
  lines.split('\n').findLast((line) => /PANIC|FATAL|error:|^postgres: /.test(line)) ??
  lines.split('\n').at(-1)
