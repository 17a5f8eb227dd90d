// Runs first in every npm script, also on Node 20: no TypeScript, no packages, nothing newer than
// Node 20.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildBeside } from './build-beside.mjs'
import {
  SetupError,
  installPackages,
  isWhole,
  linkNode,
  listMissing,
  pathWithoutModules,
  refusalOf,
} from './install.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** For our programs. npm installs it on Linux and macOS, x64 and arm64. */
const OLDEST_NODE = [24, 12]
/** The oldest Node that can install it, as in `engines`. */
const OLDEST_INSTALLER = [20, 19]
const HOW_TO_INSTALL_NODE =
  'Debian: apt-get install nodejs npm where that is new enough; macOS: brew install node@24; else https://nodejs.org'
const SCRIPT = process.env['npm_lifecycle_event'] ?? ''
/** These also run where the product is deployed. */
const OPERATORS_SCRIPTS = ['serve', 'migrate', 'backup', 'restore', 'doctor', 'reconcile']
const BUNDLED_NODE = join(ROOT, 'node_modules/.bin/node')
const BUNDLER = join(ROOT, 'node_modules/vite')
/** Written when all is there that this machine needs. */
const INSTALL_STAMP = join(ROOT, 'node_modules/.hosted-checkout')

/** @param {string[]} files */
function hashFiles(files) {
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}`)
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(ROOT, file)))
  return hash.digest('hex')
}

/** @param {string} file */
const readStamp = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/**
 * @param {string} command
 * @param {string[]} args
 * @param {string} trouble
 * @param {Record<string, string>} [env]
 */
function run(command, args, trouble, env = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, ...env, PATH: pathWithoutModules() },
  })
  if (error && 'code' in error && error.code === 'ENOENT')
    throw new SetupError(`${command} is missing: install it (${HOW_TO_INSTALL_NODE}).`)
  if (status !== 0) throw new SetupError(`${trouble}${error ? ` (${error.message})` : ''}`)
}

const AGAIN = `then run the same command again: npm run ${SCRIPT}`

function install() {
  const wanted = hashFiles(['package-lock.json'])
  const found = readStamp(INSTALL_STAMP)
  if (found === wanted) return
  // A production image has no development tools, on purpose.
  const isDeployed = OPERATORS_SCRIPTS.includes(SCRIPT) && found === '' && isWhole(ROOT)
  if (isDeployed) return
  if (SCRIPT === 'build' && !existsSync(BUNDLER))
    throw new SetupError(
      'The development packages are missing, which build dist: run npm ci (300 MB), or build where they are, and bring dist along.',
    )
  if (listMissing(ROOT).length > 0) installPackages(ROOT, { run, again: AGAIN })
  writeFileSync(INSTALL_STAMP, wanted)
}

/** The Node of npm scripts: the lockfile's if this machine can run it, or its own. */
const nodeFile = () => (existsSync(BUNDLED_NODE) ? BUNDLED_NODE : process.execPath)

/** @param {string} version */
function isRecentEnough(version, [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE) {
  const [major = 0, minor = 0] = version.replace('v', '').split('.').map(Number)
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}

function assertNode() {
  if (!isRecentEnough(process.version) && !existsSync(BUNDLED_NODE)) linkNode(ROOT)
  const isBrought = existsSync(BUNDLED_NODE)
  const refusal = isBrought ? refusalOf(BUNDLED_NODE) : undefined
  if (refusal) throw new SetupError(`The Node in node_modules does not start here. ${refusal}`)
  if (isBrought || isRecentEnough(process.version)) return
  throw new SetupError(
    `Node ${OLDEST_NODE.join('.')} or newer is needed: this is ${process.version}, ` +
      `and npm has none for this machine (${process.platform}-${process.arch}). ` +
      `Install it: ${HOW_TO_INSTALL_NODE}.`,
  )
}

/** @param {string} folder */
const listSources = (folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(
      (name) =>
        /\.(?:ts|sql)$/.test(name) &&
        !/^test(?:ing)?[\\/]|\.(?:test|spec|component)\.ts$/.test(name),
    )
    .sort()
    .map((name) => join(folder, name))

const SETTINGS = ['package.json', 'package-lock.json']

/** @param {string} built */
function hasTools(built) {
  if (existsSync(BUNDLER)) return true
  if (existsSync(join(ROOT, built))) return false
  throw new SetupError(
    `${built} is missing: build it where the development tools are installed (npm run build), and bring dist along.`,
  )
}

/**
 * @param {string} built
 * @param {string[]} sources
 * @param {(folder: string, revision: string) => void} build
 */
function buildWhenChanged(built, sources, build) {
  if (!hasTools(built)) return
  const hash = hashFiles([...sources, ...SETTINGS])
  buildBeside(join(ROOT, built), { hash, build: (folder) => build(folder, hash.slice(0, 12)) })
}

const buildService = () =>
  buildWhenChanged(
    'dist/service',
    [
      ...listSources('server'),
      ...listSources('widget'),
      'scripts/programs/build-service.ts',
      'scripts/programs/bundled-packages.ts',
    ],
    (folder, revision) =>
      run(
        nodeFile(),
        ['scripts/build.ts', folder, revision],
        'The service could not be built: see above.',
      ),
  )

const buildWidget = () =>
  buildWhenChanged(
    'dist/widget',
    [
      ...listSources('widget'),
      ...listSources('server/store-app/script'),
      'vite.config.ts',
      'scripts/minify-css.ts',
      'scripts/programs/bundled-packages.ts',
      'scripts/widget-texts.ts',
    ],
    (folder) => {
      run(
        nodeFile(),
        ['node_modules/vite/bin/vite.js', 'build', '--logLevel=warn'],
        'The widget could not be built: see above.',
        { WIDGET_FOLDER: folder },
      )
      for (const name of readdirSync(folder).filter((each) => each.endsWith('.js')))
        run(
          nodeFile(),
          ['--check', join(folder, name)],
          `The built ${name} is not valid JavaScript.`,
        )
    },
  )

/** @param {string} folder */
const listFiles = (folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.\w+$/.test(name))
    .sort()
    .map((name) => join(folder, name))

const buildDocs = () =>
  buildWhenChanged(
    'dist/docs',
    [
      ...listFiles('docs/guide'),
      ...listFiles('docs/snippets'),
      ...['scripts/docs', 'server/api', 'server/checkout', 'server/contract', 'server/web'].flatMap(
        listSources,
      ),
    ],
    (folder) =>
      run(
        nodeFile(),
        ['scripts/docs/build-docs.ts', folder],
        'The documentation could not be built: see above.',
      ),
  )

function assertInstaller() {
  if (isRecentEnough(process.version, OLDEST_INSTALLER)) return
  throw new SetupError(
    `Node ${OLDEST_INSTALLER.join('.')} or newer is needed to install the rest: this is ${process.version}. ` +
      `Install it: ${HOW_TO_INSTALL_NODE}.`,
  )
}

/**
 * A full disk or a folder that may not be written: its message says all.
 * @param {unknown} error
 * @returns {error is Error}
 */
const isOfSystem = (error) => error instanceof Error && 'syscall' in error

try {
  assertInstaller()
  install()
  assertNode()
  buildWidget()
  buildDocs()
  if (['build', ...OPERATORS_SCRIPTS].includes(SCRIPT)) buildService()
  if (SCRIPT === 'build')
    run(nodeFile(), ['scripts/write-inventory.ts'], 'dist/sbom.cdx.json could not be written.')
} catch (error) {
  if (!(error instanceof SetupError) && !isOfSystem(error)) throw error
  console.error(error.message)
  process.exitCode = 1
}
