import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openRevisionTree } from '../service/revision-tree.ts'
import { type Git, findRevision, gitIn } from '../service/revision.ts'

const MIGRATIONS = 'server/postgres/migrations/'

/**
 * What an older version must have beside the schema: settings that the run makes, and mends of
 * mistakes that a run would find again.
 */
const NEEDS = [
  { folder: 'server/settings', text: 'TEST_LEDGER_URL' },
  { folder: 'server/settings', text: '=stop' },
  // Buyers ask for it who want to pay another way.
  { folder: 'server/checkout', text: 'giveUpPayment' },
  // Before, requests that came together after a start could be told to come again.
  { folder: 'server/admission', text: 'const lookUp' },
]

/** The older version that one of the services runs, or why there is none. */
export type Beside = { main: string; revision: string } | { skipped: string }

const lines = (text: string) => text.split('\n').filter((line) => line !== '')

const schemaAt = async (git: Git, revision: string) =>
  lines(await git('ls-tree', '--name-only', revision, MIGRATIONS)).map((path) =>
    path.slice(MIGRATIONS.length),
  )

const schemaOf = async (project: string) =>
  (await readdir(join(project, MIGRATIONS))).filter((file) => file.endsWith('.sql'))

const isSame = (one: string[], other: string[]) => one.toSorted().join() === other.toSorted().join()

async function hasAll(git: Git, revision: string) {
  for (const { folder, text } of NEEDS) {
    const found = await git(
      'grep',
      '-l',
      '--fixed-strings',
      '-e',
      text,
      revision,
      '--',
      folder,
    ).catch(() => '')
    if (found === '') return false
  }
  return true
}

/** The oldest revision on the way here whose schema is today's: a service refuses a newer one. */
async function findOldest(git: Git, schema: string[]) {
  const since = await git('log', '-1', '--first-parent', '--format=%H', '--', MIGRATIONS)
  const later = lines(await git('rev-list', '--first-parent', '--reverse', `${since}..HEAD`))
  for (const revision of [since, ...later].slice(0, -1))
    if (isSame(await schemaAt(git, revision), schema) && (await hasAll(git, revision)))
      return revision
  return undefined
}

/**
 * Finds the revision (`oldest`: the oldest that can run on today's schema) in the history of
 * `project`, or says why that cannot be.
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
  return isSame(await schemaAt(git, revision), schema)
    ? { revision }
    : { skipped: `${wanted} has another schema` }
}

/** The same, built in `folder`: what a version serves to browsers is its own, too. */
export async function openBeside(
  project: string,
  { wanted, folder }: { wanted: string; folder: string },
): Promise<Beside> {
  const found = await findBeside(project, wanted)
  if ('skipped' in found) return found
  const { tree, name } = await openRevisionTree(project, { wanted: found.revision, folder })
  return { main: join(tree, 'server/main.ts'), revision: name }
}
