import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { startProgram } from '../../scripts/programs/program.ts'
import { type Mutant, applyMutant } from './mutants.ts'

/** "Cannot be named without a reference to …": the copy's packages lie outside of it. */
const OF_THE_COPY = 'error TS2883'

/** Whether the types allow the mistake. Asked only when no test has noticed it. */
export async function isCompiling(tree: string, mutant: Mutant) {
  const path = join(tree, mutant.file)
  const source = readFileSync(path, 'utf8')
  writeFileSync(path, applyMutant(source, mutant))
  try {
    const tsc = join(tree, 'node_modules/typescript/bin/tsc')
    const { process: child, ended } = startProgram(
      process.execPath,
      [tsc, '-b', 'server', '--pretty', 'false'],
      { cwd: tree, stdio: ['ignore', 'pipe', 'ignore'] },
    )
    const said = child.stdout ? await text(child.stdout) : ''
    await ended
    return !said
      .split('\n')
      .some((line) => line.includes('error TS') && !line.includes(OF_THE_COPY))
  } finally {
    writeFileSync(path, source)
  }
}
