import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readInventory, writeInventory } from '../../scripts/programs/inventory.ts'
import { BUNDLED, packageOf } from '../../scripts/programs/bundled-packages.ts'
import { bundleService } from '../servers/bundled-service.ts'
import { PROJECT } from '../servers/lab-service.ts'

const read = (...path: string[]) => readFileSync(join(...path), 'utf8')

let folder: string
let dist: string
let written: ReturnType<typeof readInventory>['sbom']
let notices: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hc-inventory-'))
  dist = dirname(dirname(await bundleService(PROJECT, folder)))
  writeInventory(PROJECT, dist)
  written = JSON.parse(read(dist, 'sbom.cdx.json')) as typeof written
  notices = read(dist, 'THIRD-PARTY.txt')
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** The packages of the service's source maps, which the bundler writes by itself. */
const inMaps = () =>
  globSync('*.js.map', { cwd: join(dist, 'service') })
    .flatMap((map) => (JSON.parse(read(dist, 'service', map)) as { sources: string[] }).sources)
    .flatMap((source) => packageOf(source.replace(/^(?:\.\.\/)*/, '/')) ?? [])

const nameOf = (folderOf: string) => folderOf.slice(folderOf.lastIndexOf('node_modules/') + 13)

describe('contract §8: what is inside', () => {
  test('every package of which a module is in a bundle is listed, and those beside the bundle', () => {
    const listed = written.components.map(({ group, name }) => (group ? `${group}/${name}` : name))
    const bundled = [
      ...inMaps(),
      ...['service', 'widget'].flatMap((each) => JSON.parse(read(dist, each, BUNDLED)) as string[]),
    ].map(nameOf)
    expect(bundled.length).toBeGreaterThan(150)
    expect(bundled.filter((name) => !listed.includes(name))).toEqual([])
    const { dependencies } = JSON.parse(read(PROJECT, 'package.json')) as {
      dependencies: Record<string, string>
    }
    expect(listed).toEqual(expect.arrayContaining(Object.keys(dependencies)))
    const own = [`@napi-rs/image-${process.platform}-${process.arch}`]
    expect(listed.some((name) => name.startsWith(own[0]!))).toBe(true)
    expect(listed).not.toContain('typescript')
  })

  test('each component has an address of its version, a hash, a licence, and the licence its text', () => {
    const { bomFormat, specVersion, components, dependencies } = written
    expect([bomFormat, specVersion]).toEqual(['CycloneDX', '1.6'])
    for (const { purl, version, hashes, licenses } of components) {
      expect(purl).toMatch(/^pkg:npm\/(?:%40[\w.-]+\/)?[\w.-]+@[\w.-]+$/)
      expect(purl.endsWith(`@${version}`)).toBe(true)
      expect(hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[\da-f]{128}$/) }])
      expect(JSON.stringify(licenses)).toMatch(/"(?:id|expression)":"[^"]+"/)
    }
    const refs = new Set([written.metadata.component.purl, ...components.map(({ purl }) => purl)])
    expect(refs.size).toBe(components.length + 1)
    expect(dependencies.map(({ ref }) => ref)).toEqual([...refs])
    for (const { dependsOn } of dependencies)
      expect(dependsOn.filter((each) => !refs.has(each))).toEqual([])
    for (const part of notices.split(/^-{80}$/m).slice(1))
      expect(part).toMatch(/copyright|permission/i)
    const lines = notices.split('\n')
    const named = ({ group, name, version }: (typeof components)[number]) =>
      lines.some((line) => line.startsWith(`${group ? `${group}/` : ''}${name} ${version} (`))
    expect(components.filter((each) => !named(each))).toEqual([])
  })

  test('two builds of the same sources have the same list', () => {
    const again = readInventory(PROJECT, [join(dist, 'service'), join(dist, 'widget')])
    expect(again).toEqual({ sbom: written, notices })
    expect(read(dist, 'sbom.cdx.json')).not.toMatch(/timestamp|serialNumber/)
  })
})
