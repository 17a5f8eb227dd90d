import { findProgram } from '../../scripts/programs/find-program.ts'
import { run } from './run.ts'

/** Whether a program is there; says what goes unchecked without it. */
export const isThere = (what: string, program: string) =>
  orSkipped(findProgram(program) !== undefined, what, program)

/** Whether images can be built: by root, with packages from outside. */
export const canBuildImages = () => canInstall('images', ['buildah', 'unshare', 'apt-get', 'npm'])

/** Whether a Debian can be made and entered. */
export const canMakeDebian = () =>
  canInstall('a bare Debian', ['debootstrap', 'unshare', 'git', 'npm'])

async function canInstall(what: string, programs: string[]) {
  if (!programs.every((program) => isThere(what, program))) return false
  if (!orSkipped(process.getuid?.() === 0, what, 'root')) return false
  const reached = await run('npm', ['view', 'stripe', 'version']).then(Boolean, () => false)
  return orSkipped(reached, what, 'the npm registry')
}

function orSkipped(isGood: boolean, what: string, missing: string) {
  if (!isGood) console.log(`SKIPPED: ${what}, ${missing}`)
  return isGood
}
