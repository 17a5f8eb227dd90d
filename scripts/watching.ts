import { createServer } from 'vite'

/** Editors and bundlers write several files at once. */
const QUIET_MS = 150

const isTest = (file: string) => /\.(?:test|spec)\./.test(file)

/**
 * Calls with the changed files in these folders after a pause without changes; tests are left out.
 * It uses vite's watcher, since Node's recursive one misses files on Linux that an editor saves by
 * renaming. Vite's drops events that follow another within 50 ms, so the pause begins with the last
 * event that comes.
 */
export async function watchFolders(folders: string[], onChange: (files: string[]) => void) {
  const [root, ...others] = folders
  const { watcher, close } = await createServer({
    ...(root !== undefined && { root }),
    configFile: false,
    envFile: false,
    publicDir: false,
    appType: 'custom',
    logLevel: 'silent',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false },
  })
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const notify = () => {
    const files = [...changed]
    changed.clear()
    onChange(files)
  }
  watcher.add(others).on('all', (_event, file) => {
    if (isTest(file)) return
    clearTimeout(timer)
    changed.add(file)
    timer = setTimeout(notify, QUIET_MS)
  })
  return {
    async stop() {
      clearTimeout(timer)
      await close()
    },
  }
}
