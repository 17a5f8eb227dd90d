import { execFile } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'
import { listPackages } from './bundled-packages.ts'

/** Parts of the service that run in their own threads. */
const THREADS = {
  'hashing-thread': 'server/auth/hashing-thread.ts',
  'import-thread': 'server/store-app/products/import/import-thread.ts',
  'picture-thread': 'server/pictures/picture-thread.ts',
}

/** The operator's programs, for where the service runs without its sources. */
const COMMANDS = Object.fromEntries(
  ['migrate', 'backup', 'restore', 'doctor', 'reconcile', 'healthcheck'].map((name) => [
    name,
    `server/operate/${name}-command.ts`,
  ]),
)

/** Loaded from `node_modules` when needed: native code and large libraries. */
const EXTERNAL = ['@napi-rs/image', 'nodemailer', 'stripe']

/** Fills the compile cache that `main.js` reads. It loads the service without starting it. */
const COMPILING = `
import { enableCompileCache, flushCompileCache } from 'node:module'
enableCompileCache({ directory: 'compile-cache', portable: true })
await import('./run-service.js')
await import('./service.js')
flushCompileCache()`

/**
 * Bundles the service of `tree` into `<into>/main.js`, with threads, source maps and migrations. It
 * finds the widget in `<into>/../widget`, and packages where Node looks from there. `revision`: what
 * the metrics and the doctor call this build.
 */
export async function buildService(tree: string, into: string, revision = 'unnamed') {
  await build({
    root: tree,
    configFile: false,
    logLevel: 'warn',
    plugins: [listPackages()],
    define: { HOSTED_CHECKOUT_REVISION: JSON.stringify(revision) },
    ssr: { noExternal: true, external: EXTERNAL },
    build: {
      ssr: true,
      target: 'node24',
      outDir: into,
      emptyOutDir: true,
      copyPublicDir: false,
      sourcemap: true,
      minify: false,
      rolldownOptions: {
        checks: { bundlerTimings: false },
        input: { main: 'server/process/main.ts', ...COMMANDS, ...THREADS },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  })
  await cp(join(tree, 'server/postgres/migrations'), join(into, 'migrations'), { recursive: true })
  const compiling = ['--input-type=module', '--eval', COMPILING]
  await promisify(execFile)(process.execPath, compiling, { cwd: into })
}
