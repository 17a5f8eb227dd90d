import { spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// Imported first, so that no program writes into a folder any more when it is removed.
import '../../scripts/programs/program.ts'

const folders = new Set<string>()

process.on('exit', () => {
  for (const folder of folders) removeNow(folder)
})
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)
  process.on(signal, () => process.exit(code))

/** A PostgreSQL that was just told to end still writes, so its folder may need several tries. */
function removeNow(folder: string) {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (let tries = 300; existsSync(folder) && tries > 0; tries -= 1) {
    try {
      rmSync(folder, { recursive: true })
    } catch (error) {
      if (tries === 1) throw error
      Atomics.wait(pause, 0, 0, 100)
    }
  }
}

/** Removes a folder when this process ends, even when it is killed. */
export function removeWithUs(folder: string) {
  folders.add(folder)
  const guardian = spawn('/bin/sh', ['-c', 'read -r _; sleep 8; rm -rf -- "$1"', 'sh', folder], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guardian.unref()
  ;(guardian.stdin as Socket).unref()
}

export type Folder = Awaited<ReturnType<typeof openFolder>>

/** The folder of a run. `logs`: the folder of its logs, inside it or as wanted. */
export async function openFolder(wantedLogs: string | undefined) {
  const folder = await mkdtemp(join(tmpdir(), 'hc-chaos-'))
  removeWithUs(folder)
  // Root's PostgreSQL runs under another account, which has to pass through.
  await chmod(folder, 0o711)
  const logs = wantedLogs ?? folder
  await mkdir(logs, { recursive: true })
  return {
    folder,
    logs,
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 20 }),
  }
}
