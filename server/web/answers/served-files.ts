import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import type { WidgetAssets } from './widget-assets.ts'

/** `packed`: what was compressed at build time, smallest first. */
export type ServedFile = {
  content: Buffer
  tag: string
  packed: { encoding: 'br' | 'gzip'; content: Buffer }[]
}

export type ServedFiles = ReadonlyMap<string, ServedFile>

/** A client that knows such a name gets the same bytes for ever. */
export const HAS_HASH = /-[0-9a-f]{10}\.\w+$/

const PUBLIC = /^(?:hosted-checkout[\w.-]*\.(?:js|json)|integrity\.json|icon\.svg)$/

export const toServedFile = (content: Buffer, packed: ServedFile['packed']): ServedFile => ({
  content,
  tag: `"${createHash('sha256').update(content).digest('hex').slice(0, 20)}"`,
  packed,
})

const ENCODINGS = { br: 'br', gz: 'gzip' } as const

/**
 * All that pages load from the build, read once: whatever is done to its folder later, a process
 * serves what it began with.
 */
export function loadServedFiles(directory: URL): ServedFiles {
  const names = readdirSync(directory)
  const read = (name: string) => readFileSync(new URL(name, directory))
  return new Map(
    names
      .filter((name) => PUBLIC.test(name))
      .map((name) => {
        const packed = Object.entries(ENCODINGS)
          .filter(([suffix]) => names.includes(`${name}.${suffix}`))
          .map(([suffix, encoding]) => ({ encoding, content: read(`${name}.${suffix}`) }))
        return [name, toServedFile(read(name), packed)]
      }),
  )
}

/** What other builds' pages may ask for, too. */
export const lastingFiles = (served: ServedFiles, { storeApp }: Pick<WidgetAssets, 'storeApp'>) =>
  new Map<string, Uint8Array>([
    ...[...served]
      .filter(([name]) => HAS_HASH.test(name))
      .map(([name, { content }]) => [name, content] as const),
    [storeApp.fileName, Buffer.from(storeApp.script)],
  ])
