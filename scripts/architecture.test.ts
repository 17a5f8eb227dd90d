import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const PROJECT = join(import.meta.dirname, '..')
const PAGE = readFileSync(join(PROJECT, 'docs/architecture.md'), 'utf8')

const isMissing = (path: string) => !existsSync(join(PROJECT, path))

/** `server/web/`, `server/app.ts` or `vite.config.ts`, but no name of a rule such as `api/x`. */
const PATH =
  /^(?:(?:demo|deploy|docs|e2e|lab|npm|scripts|server|widget)\/[\w./-]*|[\w.-]+\.(?:json|md|mjs|ts))$/

const pathsIn = (text: string) =>
  [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code).filter((code) => PATH.test(code))

/** Each line of the tree has names, two spaces and what they are for. */
function* pathsOfTree() {
  const [, tree = ''] = /^```\n(.*?)^```/ms.exec(PAGE) ?? []
  const folders: string[] = []
  for (const line of tree.split('\n').filter(Boolean)) {
    const [, indent = '', names = ''] = /^( *)(\S+(?: \S+)*)/.exec(line) ?? []
    folders.length = indent.length / 2
    for (const name of names.split(' ')) yield join(...folders, name)
    folders.push(names)
  }
}

/** From the lists on, without what is still to be made. */
const lists = PAGE.slice(PAGE.indexOf('\n## How a payment passes')).replaceAll(/^\* New: .*$/gm, '')

describe('style §5: the map of the architecture', () => {
  test('the tree has only folders and files that are there', () => {
    expect([...pathsOfTree()].filter(isMissing)).toEqual([])
  })

  test('every list names only files and folders that are there', () => {
    expect(pathsIn(lists).filter(isMissing)).toEqual([])
  })

  test.each([
    "A rule of the buyer's form",
    "A field of the buyer's form",
    'A field of an order in the merchant API',
    'A payment provider',
    'A setting of a store',
    'A page of the store application',
    'A webhook',
    "A language of the buyer's page",
  ])('there is a list of files for "%s"', (change) => {
    const [, list = ''] = lists.split(`\n### ${change}\n`)
    expect(pathsIn(list.split('\n### ')[0] ?? '').length).toBeGreaterThan(3)
  })
})
