import { mkdir, mkdtemp, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as builders from '../../scripts/programs/build-service.ts'

type Builder = typeof builders

/** Bundles the service of `tree` into a new folder in `folder`; returns the file to start. */
export async function bundleService(tree: string, folder: string) {
  const home = await mkdtemp(join(folder, 'bundle-'))
  const into = join(home, 'dist/service')
  await mkdir(into, { recursive: true })
  await symlink(join(tree, 'node_modules'), join(home, 'node_modules'))
  for (const built of ['widget', 'docs'])
    await symlink(join(tree, 'dist', built), join(home, 'dist', built))
  // Uses that tree's own builder, because another version has other parts.
  const builder = pathToFileURL(join(tree, 'scripts/programs/build-service.ts')).href
  const { buildService } = (await import(builder)) as Builder
  await buildService(tree, into)
  return join(into, 'main.js')
}
