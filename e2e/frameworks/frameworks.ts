import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo } from 'node:net'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import express from 'express'
import { buildPackage } from '../../scripts/package/build-package.ts'
import {
  startProgram,
  stopProgram,
  untilAnswers,
  untilReady,
} from '../../scripts/programs/program.ts'
import { provideChromium } from '../../scripts/tools.ts'
import { findFreePort } from '../service.ts'

const PROJECT = join(import.meta.dirname, '../..')
const HOME = join(PROJECT, 'dist/frameworks')

/** The address that merchants read in the guide. The service of this run replaces it. */
const WRITTEN = 'http://localhost:4242'

/**
 * The day as of which shops are installed, so that what their exact versions depend on stays the
 * same. Newer versions in a `package.json` need a newer day.
 */
const AS_OF = '2026-11-23'

/** How long a shop's server may take until it answers. */
const PATIENCE_MS = 100_000

/** Keeps these builds from reporting to their makers. */
const ENV = {
  ...process.env,
  NEXT_TELEMETRY_DISABLED: '1',
  NG_CLI_ANALYTICS: 'false',
}

/**
 * Copies the shop into a folder of its own, outside of the repository, as a merchant would have it.
 */
async function copyShop(name: string, baseUrl: string) {
  const shop = join(HOME, name)
  // The whole folder, because npm would keep the package of an earlier run, whose version is the
  // same.
  await rm(shop, { recursive: true, force: true })
  await cp(join(import.meta.dirname, name), shop, { recursive: true })
  await cp(join(import.meta.dirname, 'shop.ts'), join(shop, 'shop.ts'))
  const npmrc = await readFile(join(PROJECT, '.npmrc'), 'utf8')
  // Installs the package as from a registry, and not as a link to a folder outside of the shop.
  await writeFile(join(shop, '.npmrc'), `${npmrc}install-links=true\nbefore=${AS_OF}\n`)
  for (const entry of await readdir(join(import.meta.dirname, name), {
    recursive: true,
    withFileTypes: true,
  })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath.replace(import.meta.dirname, HOME), entry.name)
    const text = await readFile(file, 'utf8')
    if (text.includes(WRITTEN)) await writeFile(file, text.replaceAll(WRITTEN, baseUrl))
  }
  return shop
}

/** Fails with the output of the program. */
async function run(shop: string, ...args: string[]) {
  const options = { cwd: shop, env: ENV, maxBuffer: 64 * 1024 * 1024 }
  await promisify(execFile)('npm', args, options).catch(
    (error: { stdout: string; stderr: string }) => {
      throw new Error(`npm ${args.join(' ')} in ${shop}\n${error.stdout}${error.stderr}`)
    },
  )
}

async function buildShop(shop: string) {
  await run(shop, 'install', '--ignore-scripts')
  await run(shop, 'run', 'check')
  await run(shop, 'run', 'build', '--if-present')
}

async function serveFiles(shop: string) {
  const built = join(shop, 'dist')
  const server = createServer(
    express().use(express.static(existsSync(built) ? built : shop)),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const stop = async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  return { address: `http://localhost:${port}`, isDrawnByServer: false, stop }
}

/** Starts the shop's own server, which draws its pages, as a hoster does. */
async function startServer(name: string, shop: string) {
  const port = await findFreePort()
  const address = `http://localhost:${port}`
  const server = startProgram('npm', ['start'], {
    cwd: shop,
    env: { ...ENV, PORT: String(port) },
    group: true,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  await untilReady(server, {
    name: `The server of ${name}`,
    patienceMs: PATIENCE_MS,
    ready: (isOver) => untilAnswers(address, isOver),
  })
  return { address, isDrawnByServer: true, stop: () => stopProgram(server) }
}

/** A shop without a server consists of files. */
async function openShop(name: string, shop: string) {
  const { scripts } = JSON.parse(await readFile(join(shop, 'package.json'), 'utf8')) as {
    scripts: { start?: string }
  }
  return scripts.start ? startServer(name, shop) : serveFiles(shop)
}

/** All shops, or those that are named. */
async function chosenShops() {
  const entries = await readdir(import.meta.dirname, { withFileTypes: true })
  const all = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const named = process.argv.slice(2)
  const unknown = named.filter((name) => !all.includes(name))
  if (unknown.length > 0)
    throw new Error(`There is no shop ${unknown.join(', ')}: ${all.join(', ')}`)
  return named.length > 0 ? named : all
}

/**
 * `npm run lab -- frameworks`: shops in each framework install the package as merchants do, compile
 * with the framework's own checker, and sell at the real service.
 */
const names = await chosenShops()
const missing = provideChromium()
if (missing !== undefined) throw new Error(missing)
await buildPackage(join(PROJECT, 'dist/npm'))
const port = await findFreePort()
const failed: string[] = []
const running: ({ name: string } & Awaited<ReturnType<typeof openShop>>)[] = []
try {
  for (const name of names) {
    console.log(`Building ${name} …`)
    try {
      const shop = await copyShop(name, `http://localhost:${port}`)
      await buildShop(shop)
      running.push({ name, ...(await openShop(name, shop)) })
    } catch (error) {
      failed.push(name)
      console.error(error)
    }
  }
  const playwright = startProgram(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'test', '--project=frameworks', '--workers=1'],
    {
      cwd: PROJECT,
      env: {
        ...process.env,
        CHECKOUT_PORT: String(port),
        SHOPS: JSON.stringify(running),
      },
      stdio: 'inherit',
    },
  )
  const { code } = await playwright.ended
  process.exitCode = failed.length > 0 ? 1 : (code ?? 1)
  if (failed.length > 0) console.error(`Not built: ${failed.join(', ')}`)
} finally {
  for (const { stop } of running) await stop()
}
