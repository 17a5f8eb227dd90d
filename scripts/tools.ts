import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { ENGINE_PACKAGES, findEngines } from './programs/engines.ts'

const POLICY_FILE = '/usr/sbin/policy-rc.d'

/**
 * The Chromium for the tests: `$CHROMIUM`, Debian's, or one that Playwright manages. One without
 * windows comes first: it takes half of the time.
 */
export const findChromium = () =>
  [
    process.env['CHROMIUM'],
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    chromium.executablePath(),
  ].find((file) => file && isExecutable(file))

/** How every test's browser starts. */
export function chromiumLaunch() {
  const executablePath = findChromium()
  return {
    ...(executablePath && { executablePath }),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      // A process for each origin's frames takes a tenth of the time; no page can tell.
      '--disable-site-isolation-trials',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  }
}

const findRedis = () =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'redis-server'))
    .find(isExecutable)

/**
 * Finds the programs that the tests run against, or installs them where it can; answers with a
 * sentence on what is missing.
 */
export function provideRedis() {
  if (findRedis() || (installPackage('redis-server') && findRedis())) return undefined
  return 'The tests need redis-server in PATH: install it (Debian: apt-get install redis-server, macOS: brew install redis).'
}

export function provideChromium() {
  if (findChromium() || (installPackage('chromium-headless-shell') && findChromium()))
    return undefined
  return 'The tests need a Chromium: set CHROMIUM to its file, or install one (Debian: apt-get install chromium-headless-shell; elsewhere: npx playwright install chromium).'
}

/** With the Chromium; an engine that is missing and cannot be installed is skipped by its name. */
export function provideEngines() {
  const { Firefox, WebKit } = findEngines()
  if (!Firefox) installPackage(...ENGINE_PACKAGES.Firefox)
  if (!WebKit) installPackage(...ENGINE_PACKAGES.WebKit)
  return provideChromium()
}

function isExecutable(file: string) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function installPackage(...names: string[]) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.log(`Installing ${names.join(', ')} …`)
  return withoutServices(
    () => apt('update') && apt('install', '-y', '--no-install-recommends', ...names),
  )
}

/**
 * Debian starts a service when it installs one; this policy says no to that for the time of `work`.
 */
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
