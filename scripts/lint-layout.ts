import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const PROJECT = join(import.meta.dirname, '..')
const OXLINT = join(
  dirname(createRequire(import.meta.url).resolve('oxlint/package.json')),
  'bin/oxlint',
)

/** The files of the project's linter. */
const OWN = [
  '.oxlintrc.json',
  'scripts/lint-plugin.ts',
  'scripts/refused-imports.ts',
  'scripts/server-walls.ts',
  'scripts/surface-walls.ts',
  'scripts/walls.ts',
]

/** The paths of files that one of the rules stops. */
export function findStopped(sources: Map<string, string>, rules: readonly string[]) {
  const layout = mkdtempSync(join(tmpdir(), 'hc-lint-'))
  try {
    for (const file of OWN) cpSync(join(PROJECT, file), join(layout, file))
    for (const [file, source] of sources) {
      mkdirSync(join(layout, dirname(file)), { recursive: true })
      writeFileSync(join(layout, file), `${source}\n`)
    }
    const { stdout, stderr } = spawnSync(process.execPath, [OXLINT, '--format=json'], {
      cwd: layout,
      encoding: 'utf8',
    })
    if (!stdout.startsWith('{')) throw new Error(`oxlint: ${stdout}${stderr}`)
    const { diagnostics } = JSON.parse(stdout) as {
      diagnostics: { code: string; filename: string }[]
    }
    return new Set(
      diagnostics
        .filter(({ code }) => rules.some((rule) => code.includes(rule)))
        .map(({ filename }) => filename),
    )
  } finally {
    rmSync(layout, { recursive: true, force: true })
  }
}

/** What a rule stops, by the file that it is in; `a.ts` in its name means any file there. */
export function stoppedIn(rule: string, files: string[], kinds: Record<string, string[]>) {
  const nth = (file: string, kind: string, index: number) =>
    file.replace(/a\.([^/]*)$/, `${kind}-${index}.$1`)
  const sources = files.flatMap((file) =>
    Object.entries(kinds).flatMap(([kind, all]) =>
      all.map((source, index) => [nth(file, kind, index), source] as const),
    ),
  )
  const stopped = findStopped(new Map(sources), [rule])
  return (file: string, kind: string) =>
    (kinds[kind] ?? []).filter((_, index) => stopped.has(nth(file, kind, index)))
}
