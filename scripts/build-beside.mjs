// A part of `setup.mjs`: nothing newer than Node 20, and no packages.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** For so long processes may go on that were started from what a new build has replaced. */
const KEPT_MS = 86_400_000

/** @param {string} link */
const targetOf = (link) =>
  lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink()
    ? join(dirname(link), readlinkSync(link))
    : undefined

/**
 * Builds into a folder whose name says what it is made of, and leads `link` to it once it is whole.
 * What runs goes on in its own folder, which stays for a day.
 * @param {string} link
 * @param {{ hash: string, build: (folder: string) => void, now?: number }} how
 */
export function buildBeside(link, { hash, build, now = Date.now() }) {
  const folder = `${link}-${hash.slice(0, 12)}`
  const before = targetOf(link)
  if (before === folder && existsSync(folder)) return
  if (!existsSync(folder)) buildInto(folder, build)
  const replaced = before ?? moveAside(link)
  if (replaced && replaced !== folder && existsSync(replaced))
    utimesSync(replaced, now / 1000, now / 1000)
  const next = `${link}-link-${process.pid}`
  symlinkSync(basename(folder), next)
  renameSync(next, link)
  removeOld(link, { current: folder, now })
}

/**
 * @param {string} folder
 * @param {(folder: string) => void} build
 */
function buildInto(folder, build) {
  const beside = `${folder}-new-${process.pid}`
  mkdirSync(beside, { recursive: true })
  try {
    build(beside)
    // Another build of the same sources may have been faster.
    if (!existsSync(folder)) renameSync(beside, folder)
  } finally {
    rmSync(beside, { recursive: true, force: true })
  }
}

/**
 * A folder of a version that built into the place itself.
 * @param {string} link
 */
function moveAside(link) {
  if (!existsSync(link)) return undefined
  const aside = `${link}-before-${process.pid}`
  renameSync(link, aside)
  return aside
}

/**
 * @param {string} link
 * @param {{ current: string, now: number }} what
 */
function removeOld(link, { current, now }) {
  for (const name of readdirSync(dirname(link))) {
    const folder = join(dirname(link), name)
    if (!name.startsWith(`${basename(link)}-`) || folder === current) continue
    if (lstatSync(folder).mtimeMs < now - KEPT_MS) rmSync(folder, { recursive: true, force: true })
  }
}
