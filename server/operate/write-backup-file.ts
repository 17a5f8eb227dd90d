import { type FileHandle, link, lstat, open, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code

/**
 * Writes `content` into `file`, which appears when it is whole, and which only its owner can read.
 * @throws {Error} when something has the file's name, or that of the unfinished one
 */
export async function writeBackupFile(file: string, content: AsyncIterable<Uint8Array>) {
  const partial = `${file}.partial`
  const handle = await openNew(partial)
  try {
    await assertFree(file)
    await writeUntilStopped(handle, content)
    await publish(partial, file)
  } finally {
    await rm(partial, { force: true })
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

const isThere = (file: string) =>
  new Error(`--to: ${file} is there already, and a backup replaces nothing`)

async function assertFree(file: string) {
  try {
    await lstat(file)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return
    throw error
  }
  throw isThere(file)
}

/** A new link replaces nothing, unlike a new name. Some file systems have no links. */
async function publish(partial: string, file: string) {
  try {
    await link(partial, file)
  } catch (error) {
    if (hasCode(error, 'EEXIST')) throw isThere(file)
    await assertFree(file)
    await rename(partial, file)
  }
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
