import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findRevision, gitIn, unpackRevision } from './revision.ts'

const run = promisify(execFile)

/**
 * A revision of `project`, built and ready to run, with its short name. It stays, because the next
 * program that asks for it would build the same.
 */
export async function openRevisionTree(project: string, wanted: string) {
  const revision = await findRevision(gitIn(project), wanted)
  if (revision === undefined) throw new Error(`the history here has no ${wanted}`)
  const all = join(project, 'test-results/revisions')
  const tree = join(all, revision)
  if (!existsSync(tree)) {
    await mkdir(all, { recursive: true })
    const folder = await mkdtemp(join(all, 'unfinished-'))
    try {
      await rename(await build(project, { revision, into: join(folder, revision) }), tree)
    } finally {
      await rm(folder, { recursive: true })
    }
  }
  return { tree, name: revision.slice(0, 12) }
}

async function build(project: string, { revision, into }: { revision: string; into: string }) {
  await unpackRevision(project, { revision, into })
  await install(project, into)
  const vite = join(into, 'node_modules/vite/bin/vite.js')
  await run(process.execPath, [vite, 'build', '--logLevel=warn'], { cwd: into })
  // The service reads the script of its documentation when it starts. Older versions have none.
  const docs = join(into, 'scripts/docs/build-docs.ts')
  if (existsSync(docs)) await run(process.execPath, [docs, join(into, 'dist/docs')], { cwd: into })
  return into
}

/** When the lockfile is the same, uses what is installed here. */
async function install(project: string, tree: string) {
  const [ours, theirs] = await Promise.all(
    [project, tree].map((folder) => readFile(join(folder, 'package-lock.json'), 'utf8')),
  )
  if (ours === theirs) await symlink(join(project, 'node_modules'), join(tree, 'node_modules'))
  // Our own build has set NODE_ENV to production, for which npm would leave out the builder.
  else
    await run('npm', ['ci', '--loglevel=error', '--include=dev', '--include=optional'], {
      cwd: tree,
    })
}
