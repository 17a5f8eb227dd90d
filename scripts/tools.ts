import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { chromium } from '@playwright/test'
import { ENGINE_PACKAGES, findEngines } from './programs/engines.ts'
import { findProgram, isExecutable } from './programs/find-program.ts'

const POLICY_FILE = '/usr/sbin/policy-rc.d'

/**
 * The Chromium for the tests: `$CHROMIUM`, Debian's, or Playwright's. One without windows is
 * preferred, since it takes half the time.
 */
export const findChromium = () =>
  [
    process.env['CHROMIUM'],
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    chromium.executablePath(),
  ].find((file) => file && isExecutable(file))

/** How every test starts its browser. */
export function chromiumLaunch() {
  const executablePath = findChromium()
  return {
    ...(executablePath && { executablePath }),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      // A process for each origin's frames costs a tenth of the time, and no page can tell.
      '--disable-site-isolation-trials',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  }
}

const findRedis = () => findProgram('redis-server')

/** Finds or installs the programs that tests need; returns a sentence about what is missing. */
export function provideRedis() {
  if (findRedis() || (installPackage('redis-server') && findRedis())) return undefined
  return 'The tests need redis-server in PATH: install it (Debian: apt-get install redis-server, macOS: brew install redis).'
}

export function provideChromium() {
  if (findChromium() || (installPackage('chromium-headless-shell') && findChromium()))
    return undefined
  return 'The tests need a Chromium: set CHROMIUM to its file, or install one (Debian: apt-get install chromium-headless-shell; elsewhere: npx playwright install chromium).'
}

/** Debian keeps it where `PATH` does not lead. Its newer releases have another one. */
const DEBIAN_POSTGRES = '/usr/lib/postgresql/15/bin/postgres'

/** What operators use beside the service, with its Debian package. */
const DEPLOY_PROGRAMS = {
  buildah: 'buildah',
  caddy: 'caddy',
  debootstrap: 'debootstrap',
  haproxy: 'haproxy',
  nginx: 'nginx-light',
  pgbouncer: 'pgbouncer',
  psql: 'postgresql-client',
  readelf: 'binutils',
  'systemd-analyze': 'systemd',
  promtool: 'prometheus',
  pgbackrest: 'pgbackrest',
  [DEBIAN_POSTGRES]: 'postgresql-15',
}

/** Redis, and what a test names and goes without when it is missing. */
export function provideOperation() {
  const missing = Object.entries(DEPLOY_PROGRAMS).filter(
    ([name]) => !(isAbsolute(name) ? isExecutable(name) : findProgram(name)),
  )
  // One by one, since a package that a release does not have would keep all others away.
  for (const [, each] of missing) installPackage(each)
  return provideRedis()
}

/** Chromium, and the other engines. A missing engine that cannot be installed is skipped. */
export function provideEngines() {
  const { Firefox, WebKit } = findEngines()
  if (!Firefox) installPackage(...ENGINE_PACKAGES.Firefox)
  if (!WebKit) installPackage(...ENGINE_PACKAGES.WebKit)
  return provideChromium()
}

function installPackage(...names: string[]) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.log(`Installing ${names.join(', ')} …`)
  return withoutServices(
    () => apt('update') && apt('install', '-y', '--no-install-recommends', ...names),
  )
}

/** Debian starts services at installation; this policy forbids it during `work`. */
function withoutServices(work: () => boolean) {
  if (existsSync(POLICY_FILE)) return work()
  writeFileSync(POLICY_FILE, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    return work()
  } finally {
    rmSync(POLICY_FILE)
  }
}

const apt = (...args: string[]) =>
  spawnSync('apt-get', ['-q', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0
