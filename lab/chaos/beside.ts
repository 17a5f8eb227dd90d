import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openRevisionTree } from '../servers/revision-tree.ts'
import { type Git, findRevision, gitIn } from '../servers/revision.ts'

const MIGRATIONS = 'server/postgres/migrations/'

/** Where versions have their main file, the newest first. */
const MAINS = ['server/process/main.ts', 'server/main.ts']

/** What an older version needs: settings of the run, and fixes of known mistakes. */
const NEEDS = [
  { folder: 'server/settings', text: 'TEST_LEDGER_URL' },
  { folder: 'server/settings', text: '=stop' },
  // For buyers who want to pay another way.
  { folder: 'server/checkout', text: 'giveUpPayment' },
  // Without it, requests that came together after a start could be refused as busy.
  { folder: 'server/admission', text: 'const lookUp' },
]

/** The older version that one service runs, or why no such service runs. */
export type Beside = { main: string; revision: string } | { skipped: string }

const lines = (text: string) => text.split('\n').filter((line) => line !== '')

const schemaAt = async (git: Git, revision: string) =>
  lines(await git('ls-tree', '--name-only', revision, MIGRATIONS)).map((path) =>
    path.slice(MIGRATIONS.length),
  )

const schemaOf = async (project: string) =>
  (await readdir(join(project, MIGRATIONS))).filter((file) => file.endsWith('.sql'))

const isSame = (one: string[], other: string[]) => one.toSorted().join() === other.toSorted().join()

/** A version that knows this works on a schema to which a newer one has only added. */
const ON_NEWER_SCHEMA = { folder: 'server/postgres', text: 'oldest_service' }

async function has(git: Git, revision: string, { folder, text }: (typeof NEEDS)[number]) {
  const grep = ['grep', '-l', '--fixed-strings', '-e', text, revision, '--', folder]
  return (await git(...grep).catch(() => '')) !== ''
}

async function hasAll(git: Git, revision: string) {
  for (const need of NEEDS) if (!(await has(git, revision, need))) return false
  return true
}

async function worksOn(git: Git, revision: string, schema: string[]) {
  const own = await schemaAt(git, revision)
  if (isSame(own, schema)) return true
  return own.every((file) => schema.includes(file)) && (await has(git, revision, ON_NEWER_SCHEMA))
}

/** The revision before the newest migration, or else the oldest one with today's schema. */
async function findOldest(git: Git, schema: string[]) {
  const since = await git('log', '-1', '--first-parent', '--format=%H', '--', MIGRATIONS)
  const later = lines(await git('rev-list', '--first-parent', '--reverse', `${since}..HEAD`))
  const before = await git('rev-parse', '--verify', '--quiet', `${since}^`).catch(() => '')
  for (const revision of [...lines(before), since, ...later].slice(0, -1))
    if ((await worksOn(git, revision, schema)) && (await hasAll(git, revision))) return revision
  return undefined
}

/**
 * Finds the revision in the history of `project`, or says why it cannot. `oldest`: the oldest that
 * can run on today's schema.
 */
export async function findBeside(
  project: string,
  wanted: string,
): Promise<{ revision: string } | { skipped: string }> {
  const git = gitIn(project)
  try {
    await git('rev-parse', '--verify', '--quiet', 'HEAD')
  } catch {
    return { skipped: 'there is no git history here' }
  }
  const schema = await schemaOf(project)
  if (wanted === 'oldest') {
    const revision = await findOldest(git, schema)
    return revision === undefined
      ? { skipped: 'the history here has no older version with this schema' }
      : { revision }
  }
  const revision = await findRevision(git, wanted)
  if (revision === undefined) return { skipped: `the history here has no ${wanted}` }
  return (await worksOn(git, revision, schema))
    ? { revision }
    : { skipped: `${wanted} has another schema` }
}

/** The same, built with its own widget. */
export async function openBeside(project: string, wanted: string): Promise<Beside> {
  const found = await findBeside(project, wanted)
  if ('skipped' in found) return found
  const { tree, name } = await openRevisionTree(project, found.revision)
  const main = MAINS.map((file) => join(tree, file)).find((file) => existsSync(file))
  return main === undefined ? { skipped: `${name} has no main file` } : { main, revision: name }
}
