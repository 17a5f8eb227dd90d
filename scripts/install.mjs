// A part of `setup.mjs`: nothing newer than Node 20, and no packages.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Its message is all that the reader needs. */
export class SetupError extends Error {}

/**
 * @typedef {string | string[]} Kinds
 * @typedef {{ version: string, optional?: boolean, os?: Kinds, cpu?: Kinds, libc?: Kinds }} Package
 */

/**
 * @param {Kinds | undefined} kinds
 * @param {string} ours
 */
const isFor = (kinds, ours) => kinds === undefined || [kinds].flat().includes(ours)

function libcOf() {
  // Its types do not know of `excludeNetwork`, without which it looks addresses up.
  const report = /** @type {any} */ (process.report)
  report.excludeNetwork = true
  return report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
}

/**
 * Whether this machine cannot do without a package. What is optional for all systems belongs to what
 * is only for others.
 * @param {Package} wanted
 * @param {string} libc
 */
const isNeeded = ({ optional, os, cpu, libc: libcs }, libc) =>
  !optional ||
  ((os !== undefined || cpu !== undefined) &&
    isFor(os, process.platform) &&
    isFor(cpu, process.arch) &&
    isFor(libcs, libc))

/** @param {string} file */
const readJson = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)

/**
 * Whether npm ended its last installation: it writes this record when it has unpacked everything.
 * @param {string} root
 */
export const isWhole = (root) => existsSync(join(root, 'node_modules/.package-lock.json'))

/**
 * The lockfile's packages for this machine that are not installed whole. npm leaves out an optional
 * one that it could not fetch or write, and says nothing.
 * @param {string} root
 */
export function listMissing(root) {
  /** @type {Record<string, Package>} */
  const wanted = readJson(join(root, 'package-lock.json')).packages
  const libc = libcOf()
  return Object.entries(wanted)
    .filter(
      ([path, each]) =>
        path !== '' &&
        isNeeded(each, libc) &&
        !(isWhole(root) && readJson(join(root, path, 'package.json'))?.version === each.version),
    )
    .map(([path]) => path.replace(/^node_modules\//, ''))
}

/** npm must not run on the Node in node_modules/.bin while it replaces that folder. */
export const pathWithoutModules = () =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter)

/** Asks npm for all that the lockfile has, whatever its settings leave out, and runs no package's script. */
const INSTALL = [
  'ci',
  '--loglevel=error',
  '--include=dev',
  '--include=optional',
  '--ignore-scripts',
]
const PING = ['ping', '--loglevel=error', '--fetch-retries=0', '--fetch-timeout=5000']
const PING_MS = 10_000

/**
 * Why npm reaches no registry; undefined when one answers, also when it refuses. Without a network
 * npm would try for minutes, and say nothing.
 * @param {string} root
 */
function findTrouble(root) {
  const { stderr, error } = spawnSync('npm', PING, {
    cwd: root,
    env: { ...process.env, PATH: pathWithoutModules() },
    encoding: 'utf8',
    timeout: PING_MS,
  })
  if (error) return 'code' in error && error.code === 'ETIMEDOUT' ? error.code : undefined
  return /code ((?!E\d)E\w+)/.exec(stderr)?.[1]
}

/**
 * @param {string} root
 * @param {{
 *   run: (command: string, args: string[], trouble: string) => void
 *   again: string
 * }} how
 */
export function installPackages(root, { run, again }) {
  console.error('Installing what is missing …')
  const trouble = findTrouble(root)
  if (trouble)
    run(
      'npm',
      [...INSTALL, '--offline'],
      `npm reaches no registry (${trouble}), and has not kept all that is needed. Connect this machine, or tell npm its proxy, ${again}`,
    )
  else run('npm', INSTALL, `npm ci failed. Mend what npm says above, ${again}`)
  const missing = listMissing(root)
  if (missing.length === 0) return
  throw new SetupError(
    `npm could not fetch or write ${missing.join(', ')}: see that the registry answers and the disk has room, ${again}`,
  )
}

/**
 * Links the Node that npm installed for this machine. npm 10 takes its link away again with the
 * packages for other systems, whose program has the same name.
 * @param {string} root
 */
export function linkNode(root) {
  const system = `${process.platform}-${process.arch}`
  const name = [`node-${system}`, `node-bin-${system}`].find((each) =>
    existsSync(join(root, 'node_modules', each, 'bin/node')),
  )
  if (name === undefined) return
  mkdirSync(join(root, 'node_modules/.bin'), { recursive: true })
  symlinkSync(`../${name}/bin/node`, join(root, 'node_modules/.bin/node'))
}

/** @param {string} library */
const debianPackageOf = (library) => library.replace('.so.', '').replaceAll('_', '-')

/**
 * Why a program does not start on this machine; undefined when it does.
 * @param {string} program
 */
export function refusalOf(program) {
  const { status, stderr, error } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  if (status === 0) return undefined
  const said = stderr?.trim().split('\n')[0] || error?.message || `it ended with ${status}`
  const [, library] = /loading shared libraries: ([^\s:]+): cannot open/.exec(said) ?? []
  if (!library) return said
  return `${library} is missing: apt-get install ${debianPackageOf(library)} (where there is no apt-get: the package with that library)`
}
