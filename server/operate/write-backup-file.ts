import { type Stats } from 'node:fs'
import { type FileHandle, lstat, open, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code

/**
 * Writes `content` into `file`, which appears when it is whole, and which only its owner can read. An
 * older backup is replaced.
 * @throws {Error} when something else has the file's name, or that of the unfinished one
 */
export async function writeBackupFile(file: string, content: AsyncIterable<Uint8Array>) {
  const partial = `${file}.partial`
  const handle = await openNew(partial)
  try {
    assertReplaceable(file, { existing: await findFile(file), own: await handle.stat() })
    await writeUntilStopped(handle, content)
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

/** Nobody else has opened it, or chosen who may read it. */
async function openNew(partial: string) {
  try {
    return await open(partial, 'wx', 0o600)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
    throw new Error(
      `--to: ${partial} is there already: another backup is being written, or one was killed and its file can be removed`,
      { cause: error },
    )
  }
}

async function findFile(file: string) {
  try {
    return await lstat(file)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

function assertReplaceable(
  file: string,
  { existing, own }: { existing: Stats | undefined; own: Stats },
) {
  if (!existing) return
  if (!existing.isFile())
    throw new Error(`--to: ${file} is a ${kindOf(existing)}, and a backup would replace it`)
  if (existing.uid !== own.uid)
    throw new Error(`--to: ${file} belongs to another user, and a backup would replace it`)
}

function kindOf(existing: Stats) {
  if (existing.isSymbolicLink()) return 'link'
  if (existing.isDirectory()) return 'folder'
  return existing.isFIFO() ? 'pipe' : 'device'
}

/** A program that is asked to stop leaves no unfinished file behind. */
async function writeUntilStopped(handle: FileHandle, content: AsyncIterable<Uint8Array>) {
  const stopping = new AbortController()
  const stop = (signal: NodeJS.Signals) => stopping.abort(new Error(`Stopped by ${signal}`))
  for (const signal of STOP_SIGNALS) process.once(signal, stop)
  try {
    await pipeline(content, handle.createWriteStream({ flush: true }), { signal: stopping.signal })
  } catch (error) {
    throw stopping.signal.aborted ? stopping.signal.reason : error
  } finally {
    for (const signal of STOP_SIGNALS) process.off(signal, stop)
  }
}
