import { execFile } from 'node:child_process'
import { readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findRevision, gitIn, unpackRevision } from './revision.ts'

const run = promisify(execFile)

/** A revision of `project` in a folder of its own, ready to be run; with its name, shortened. */
export async function openRevisionTree(
  project: string,
  { wanted, folder }: { wanted: string; folder: string },
) {
  const revision = await findRevision(gitIn(project), wanted)
  if (revision === undefined) throw new Error(`the history here has no ${wanted}`)
  const tree = join(folder, 'revision')
  await unpackRevision(project, { revision, into: tree })
  await install(project, tree)
  const vite = join(tree, 'node_modules/vite/bin/vite.js')
  await run(process.execPath, [vite, 'build', '--logLevel=warn'], { cwd: tree })
  return { tree, name: revision.slice(0, 12) }
}

/** What is installed here will do where the lockfile is the same. */
async function install(project: string, tree: string) {
  const [ours, theirs] = await Promise.all(
    [project, tree].map((folder) => readFile(join(folder, 'package-lock.json'), 'utf8')),
  )
  if (ours === theirs) await symlink(join(project, 'node_modules'), join(tree, 'node_modules'))
  // The builder that has bundled our own service has made this a production process, for which npm
  // would leave the builder out.
  else
    await run('npm', ['ci', '--loglevel=error', '--include=dev', '--include=optional'], {
      cwd: tree,
    })
}
