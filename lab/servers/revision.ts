import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { promisify } from 'node:util'

export type Git = (...args: string[]) => Promise<string>

export const gitIn =
  (folder: string): Git =>
  async (...args) =>
    (await promisify(execFile)('git', ['-C', folder, ...args])).stdout.trim()

/** The full hash of `wanted`; undefined when the history has no such revision. */
export const findRevision = (git: Git, wanted: string): Promise<string | undefined> =>
  git('rev-parse', '--verify', '--quiet', `${wanted}^{commit}`).catch(() => undefined)

/** Writes a revision into a new folder, without a trace in Git should we be killed. */
export async function unpackRevision(
  project: string,
  { revision, into }: { revision: string; into: string },
) {
  await mkdir(into)
  const archive = spawn('git', ['-C', project, 'archive', revision], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const unpack = spawn('tar', ['-x', '-C', into], { stdio: [archive.stdout, 'ignore', 'inherit'] })
  const [code] = (await once(unpack, 'close')) as [number]
  if (code !== 0) throw new Error(`${revision} cannot be unpacked`)
}
