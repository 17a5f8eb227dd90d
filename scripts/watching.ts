import { createServer } from 'vite'

/** Editors and bundlers write several files at once. */
const QUIET_MS = 150

const isTest = (file: string) => /\.(?:test|spec)\./.test(file)

/**
 * Calls with the files in these folders that have changed, once they have come to rest, until it is
 * stopped; tests change nothing that runs. The watcher is the one that vite brings: Node's own
 * recursive one loses a file on Linux when another is renamed over it, which is how many editors
 * save. Vite's drops what follows within 50 ms, so only the rest after a change counts.
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
  const tell = () => {
    const files = [...changed]
    changed.clear()
    onChange(files)
  }
  watcher.add(others).on('all', (_event, file) => {
    if (isTest(file)) return
    clearTimeout(timer)
    changed.add(file)
    timer = setTimeout(tell, QUIET_MS)
  })
  return {
    async stop() {
      clearTimeout(timer)
      await close()
    },
  }
}
