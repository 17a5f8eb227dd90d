import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleService } from '../servers/bundled-service.ts'
import type { Command } from '../servers/service-process.ts'

/**
 * The command of `npm run serve`: `exec sh scripts/run.sh --a-flag dist/service/main.js`, in older
 * revisions `exec node …`.
 */
const SERVE = /^(?:exec )?(?:node|sh scripts\/run\.sh) (?<flags>(?:--\S+ )*)(?<main>\S+)$/

const BUNDLE = 'dist/service/main.js'

export function parseServe(script: string) {
  const { flags = '', main } = SERVE.exec(script)?.groups ?? {}
  if (main === undefined) throw new Error(`“${script}” does not say how the service is run`)
  return { flags: flags.split(' ').filter((flag) => flag !== ''), main }
}

/** The command that runs the service of `tree` as its `npm run serve` does, from another folder. */
export async function serveCommand(tree: string, folder: string): Promise<Command> {
  const { scripts } = JSON.parse(await readFile(join(tree, 'package.json'), 'utf8')) as {
    scripts: { serve: string }
  }
  const { flags, main } = parseServe(scripts.serve)
  const file = main === BUNDLE ? await bundleService(tree, folder) : join(tree, main)
  return [process.execPath, ...flags, file]
}
