import { mkdtemp, open, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { PROJECT } from '../servers/lab-service.ts'
import { run } from './run.ts'
import { isThere } from './skipped.ts'

/** The newest symbols in glibc, libstdc++ and libgcc of each system. */
const BASES: Record<string, Record<string, string>> = {
  'Debian 12': { GLIBC: '2.36', GLIBCXX: '3.4.30', CXXABI: '1.3.13', GCC: '12.0.0' },
  'Ubuntu 22.04': { GLIBC: '2.35', GLIBCXX: '3.4.30', CXXABI: '1.3.13', GCC: '12.0.0' },
  'RHEL 9': { GLIBC: '2.34', GLIBCXX: '3.4.29', CXXABI: '1.3.13', GCC: '7.0.0' },
}

/** What each of them has without any further package. */
const LIBRARIES =
  /^(?:ld-linux-(?:x86-64\.so\.2|aarch64\.so\.1)|lib(?:c|m)\.so\.6|libdl\.so\.2|libpthread\.so\.0|librt\.so\.1|libgcc_s\.so\.1|libstdc\+\+\.so\.6)$/

/** The languages that PostgreSQL loads for `create language`, which we never say. */
const UNUSED = /\/native\/lib\/postgresql\/\w*(?:perl|python|tcl)\w*\.so$/

type Package = {
  version: string
  integrity: string
  os?: string | string[]
  cpu?: string | string[]
  libc?: string[]
}

/** What a file asks of the system. `versions`: of symbols, such as GLIBC_2.28. */
type Binary = { file: string; libraries: string[]; versions: string[] }

/** The lockfile's packages for Linux on these processors, with glibc. */
async function listPackages(cpu: string) {
  const { packages } = JSON.parse(await readFile(join(PROJECT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Package>
  }
  return Object.entries(packages)
    .filter(
      ([, each]) =>
        [each.os].flat().includes('linux') &&
        [each.cpu].flat().includes(cpu) &&
        !each.libc?.includes('musl'),
    )
    .map(([path, each]) => ({ name: path.replace('node_modules/', ''), ...each }))
}

/** Unpacks packages, whatever this machine is. npm would install only those for it. */
async function unpackPackages(cpu: string) {
  const folder = await mkdtemp(join(tmpdir(), 'hc-binaries-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const packages = await listPackages(cpu)
  const specs = packages.map(({ name, version }) => `${name}@${version}`)
  const packed = JSON.parse(await run('npm', ['pack', '--json', ...specs], { cwd: folder })) as {
    name: string
    filename: string
    integrity: string
  }[]
  const unpacked = packed.map(({ name, integrity }) => [name, integrity])
  expect(unpacked).toEqual(packages.map(({ name, integrity }) => [name, integrity]))
  for (const { name, filename } of packed) {
    const into = join(folder, 'packages', name)
    await run('mkdir', ['-p', into])
    await run('tar', ['-xzf', join(folder, filename), '-C', into, '--strip-components=1'])
  }
  return join(folder, 'packages')
}

async function isElf(file: string) {
  await using handle = await open(file)
  const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0)
  return buffer.toString('latin1') === '\x7fELF'
}

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, each]) => each!)

async function listBinaries(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name))
  const elves: string[] = []
  for (const file of files) if (await isElf(file)) elves.push(file)
  const read = await run('readelf', ['-dVW', ...elves])
  const binaries = read
    .split(/^File: /m)
    .slice(1)
    .map((text): Binary => ({
      file: text.slice(0, text.indexOf('\n')),
      libraries: all(text, /\(NEEDED\).*\[(.+)\]/g),
      versions: all(text, /Name: ((?:GLIBC|GLIBCXX|CXXABI|GCC)_[\d.]+)/g),
    }))
  expect(binaries.map(({ file }) => file)).toEqual(elves)
  return { files, binaries: binaries.filter(({ file }) => !UNUSED.test(file)) }
}

const isNewer = (version: string, than: string) =>
  version.localeCompare(than, 'en', { numeric: true }) > 0

/** What these files ask for, and neither the system nor their own package has. */
function listLacks({ files, binaries }: Awaited<ReturnType<typeof listBinaries>>) {
  const names = files.map((file) => basename(file))
  const lacks = binaries.flatMap(({ file, libraries, versions }) => [
    ...libraries
      .filter((each) => !LIBRARIES.test(each) && !names.some((name) => name.startsWith(each)))
      .map((each) => `${each} for ${basename(file)}`),
    ...Object.entries(BASES).flatMap(([system, newest]) =>
      versions
        .filter((each) => isNewer(each.split('_')[1]!, newest[each.split('_')[0]!]!))
        .map((each) => `${each} on ${system} for ${basename(file)}`),
    ),
  ])
  return [...new Set(lacks)]
}

/** Fetches and unpacks a hundred megabytes. */
const SLOW = { timeout: 1_800_000 }

const canRead = isThere('what binaries ask of a Linux', 'readelf')

describe.runIf(canRead)('contract §1: a Linux without any further package is enough', SLOW, () => {
  test.each(['x64', 'arm64'])('for all that the lockfile brings, on %s', async (cpu) => {
    const found = await listBinaries(await unpackPackages(cpu))
    const names = found.binaries.map(({ file }) => basename(file))
    expect(names).toEqual(
      expect.arrayContaining([
        'node',
        'postgres',
        'initdb',
        `image.linux-${cpu}-gnu.node`,
        `rolldown-binding.linux-${cpu}-gnu.node`,
        `lightningcss.linux-${cpu}-gnu.node`,
        `oxlint.linux-${cpu}-gnu.node`,
        'tsgolint',
      ]),
    )
    const glibcs = found.binaries.filter(({ versions }) =>
      versions.some((each) => each.startsWith('GLIBC_')),
    )
    expect(glibcs.length).toBeGreaterThan(40)
    expect(listLacks(found)).toEqual([])
  })

  test.runIf(process.platform === 'linux')(
    'and no other package that is installed here has a program for Linux that asks for more',
    async () => {
      expect(listLacks(await listBinaries(join(PROJECT, 'node_modules')))).toEqual([])
    },
  )
})
