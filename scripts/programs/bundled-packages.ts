import type { Plugin } from 'vite'

/** Of a module in a package; the innermost, where packages bring packages of their own. */
const FOLDER = /^.*\/(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//

/** What the bundler adds of its own, in modules that are no files. */
const VIRTUAL = [
  [/^(?:rolldown\/|@oxc-project\+runtime@)/, 'node_modules/rolldown'],
  [/^vite\//, 'node_modules/vite'],
] as const

/** The package of a module, as the lockfile names it; undefined for a module of ours. */
export function packageOf(id: string) {
  const [, folder] = FOLDER.exec(id) ?? []
  if (folder || !id.startsWith('\0')) return folder
  const name = id.slice(1)
  return VIRTUAL.find(([pattern]) => pattern.test(name))?.[1] ?? name
}

/** Where a built folder says of which packages it has modules, for `dist/sbom.cdx.json`. */
export const BUNDLED = 'packages.json'

/** Writes `BUNDLED`: of all bundles that go into the same folder. */
export function listPackages(): Plugin {
  const found = new Set<string>()
  return {
    name: 'list-packages',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle))
        for (const id of chunk.type === 'chunk' ? chunk.moduleIds : []) {
          const folder = packageOf(id)
          if (folder) found.add(folder)
        }
      const source = `${JSON.stringify([...found].sort(), null, 2)}\n`
      this.emitFile({ type: 'asset', fileName: BUNDLED, source })
    },
  }
}
