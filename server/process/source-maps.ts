import { existsSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceOrigin } from 'node:module'

/** The maps of the bundle's files. A file without a map is its own source. */
function createMaps() {
  const maps = new Map<string, SourceMap | undefined>()
  return (file: string) => {
    if (!maps.has(file)) maps.set(file, readMap(new URL(`${file}.map`)))
    return maps.get(file)
  }
}

const readMap = (address: URL) =>
  existsSync(address) ? new SourceMap(JSON.parse(readFileSync(address, 'utf8'))) : undefined

/**
 * Makes stacks name the lines of the sources. Node's `--enable-source-maps` reads every map at the
 * start (a quarter of a second, 35 MB); here a map is read when a stack first needs it.
 */
export function nameSourcesInStacks() {
  const mapOf = createMaps()

  function frameOf(site: NodeJS.CallSite) {
    const text = (site as { toString(): string }).toString()
    const file = site.getFileName() ?? ''
    const [line, column] = [site.getLineNumber() ?? 0, site.getColumnNumber() ?? 0]
    const map = file.startsWith('file:') ? mapOf(file) : undefined
    // The fields are missing where the map knows no source.
    const origin: Partial<SourceOrigin> = map?.findOrigin(line, column) ?? {}
    if (origin.fileName === undefined) return text
    const { pathname } = new URL(origin.fileName, file)
    return text.replace(
      `${file}:${line}:${column}`,
      () => `${pathname}:${origin.lineNumber}:${origin.columnNumber}`,
    )
  }

  Error.prepareStackTrace = (error: Error, sites) =>
    [String(error), ...sites.map((site) => `    at ${frameOf(site)}`)].join('\n')
}
