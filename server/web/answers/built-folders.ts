import { existsSync, realpathSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * A folder of the build, which the bundled service is beside. Its link is followed once, so that a
 * process stays with the build that it was started from.
 */
function findBuilt(name: string) {
  const link = new URL(
    import.meta.url.endsWith('.ts') ? `../../../dist/${name}/` : `../${name}/`,
    import.meta.url,
  )
  return existsSync(link) ? pathToFileURL(`${realpathSync(fileURLToPath(link))}/`) : link
}

export const WIDGET_DIRECTORY = findBuilt('widget')
export const DOCS_DIRECTORY = findBuilt('docs')
