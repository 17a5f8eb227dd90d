import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PROJECT } from '../servers/lab-service.ts'

/** Tools, documents and clients. Kept, because the tools take a while to install. */
export const HOME = join(PROJECT, 'dist/clients')
const SOURCES = join(PROJECT, 'lab/clients')

/** Clients are generated from these documents: a shop, its buyer and the card fields. */
export const USED = ['merchant', 'page', 'test']

export const execute = promisify(execFile)
const SETTINGS = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

/** Runs a tool of this folder's lockfile; rejects with its output when it fails. */
export const run = (file: string, ...args: string[]) =>
  execute(process.execPath, [join('node_modules', file), ...args], {
    cwd: HOME,
    env: { ...process.env, ...SETTINGS },
    maxBuffer: 64 * 1024 * 1024,
  })

/** Installs the tools and this folder's programs, and deletes older clients. */
export async function install() {
  await mkdir(HOME, { recursive: true })
  for (const name of ['generated', 'documents', 'published', 'programs'])
    await rm(join(HOME, name), { recursive: true, force: true })
  await cp(SOURCES, HOME, { recursive: true })
  const lock = await readFile(join(SOURCES, 'package-lock.json'))
  const wanted = createHash('sha256').update(lock).digest('hex')
  const stamp = join(HOME, '.installed')
  if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return
  console.log('Installing linters and generators …')
  await execute('npm', ['ci', '--ignore-scripts'], { cwd: HOME })
  await writeFile(stamp, wanted)
}

export async function writeDocuments(folder: string, documents: Map<string, unknown>) {
  await mkdir(join(HOME, folder), { recursive: true })
  for (const [name, document] of documents)
    await writeFile(join(HOME, folder, `${name}.json`), JSON.stringify(document))
}

/** Clients of those documents, by each of the three generators. */
export async function generate() {
  for (const name of USED) {
    const document = `./documents/${name}.json`
    const into = (generator: string) => `generated/${generator}/${name}`
    await run('openapi-typescript/bin/cli.js', document, '-o', `${into('openapi-typescript')}.ts`)
    const quiet = ['--silent', '--no-log-file']
    await run('@hey-api/openapi-ts/bin/run.js', '-i', document, '-o', into('hey-api'), ...quiet)
  }
  await run('orval/dist/bin/orval.mjs', '--config', 'orval.config.mjs')
}

/** All clients, with the programs that pay through them. */
export const compile = () => run('typescript/bin/tsc', '-p', '.')
