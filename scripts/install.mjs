// A part of `setup.mjs`: nothing newer than Node 20, and no packages.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

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
