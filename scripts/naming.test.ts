import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'

const PROJECT = join(import.meta.dirname, '..')

/**
 * What `docs/glossary.md` bans, in all its forms, and how often names and comments of the product
 * have it today. Every count goes to zero, but for `place`, which is also a name on the wire. Lower
 * a count with each renaming; never raise one.
 */
const BANNED: [word: string, forms: RegExp, most: number][] = [
  ['place', /\bplaces?\b/g, 46],
  ['elsewhere', /\belsewhere\b/g, 0],
  ['told', /\btold\b/g, 0],
  ['tell', /\btell(?:s|ing)?\b/g, 0],
  ['ground', /\bgrounds?\b/g, 0],
  ['sides', /\bsides\b/g, 0],
  ['ways', /\bways\b/g, 0],
  ['haste', /\bhast(?:e|y)\b/g, 0],
  ['face', /\bfaces?\b/g, 0],
  ['crew', /\bcrews?\b/g, 0],
  ['wear', /\bwears?\b/g, 0],
  ['heed', /\bheeds?\b/g, 0],
  ['whoever', /\bwhoever\b/g, 0],
  ["nobody's", /\bnobody['’]s\b/g, 0],
  ['stands', /\bstands\b/g, 0],
  ['is none', /\bis none\b/g, 0],
]

const PARTICIPLE =
  /^(?:[A-Z][a-z]+[^e]ed|Begun|Chosen|Done|Found|Given|Heard|Kept|Known|Made|Needs|Seen|Sent|Shown|Sold|Taken|Told|Written)$/

const FILES = globSync('{server,widget}/**/*.ts', { cwd: PROJECT }).filter(
  (file) =>
    !/\.(?:test|spec|component)\.ts$/.test(file) &&
    !/^(?:server\/testing|widget\/test)\//.test(file),
)

/** All names of a program, and once more those of its types. Texts and SQL have none. */
function collectNames(node: unknown, names: string[], types: string[]) {
  if (typeof node !== 'object' || node === null) return
  const { type = '', name, id } = node as { type?: string; name?: unknown; id?: { name: string } }
  if (type.endsWith('Identifier') && typeof name === 'string') names.push(name)
  if (/^TS(?:TypeAlias|Interface)Declaration$/.test(type) && id) types.push(id.name)
  for (const part of Object.values(node)) collectNames(part, names, types)
}

/** `toldAt` is `told At`. */
const inWords = (name: string) => name.replaceAll(/(?<=[a-z\d])(?=[A-Z])|_/g, ' ')

function namingOf(file: string) {
  const { program, comments } = parseSync(file, readFileSync(join(PROJECT, file), 'utf8'))
  const names: string[] = []
  const types: string[] = []
  collectNames(program, names, types)
  const lines = [...names.map(inWords), ...comments.map(({ value }) => value)]
  return { text: lines.join('\n').toLowerCase(), types }
}

describe('style §3: the trade’s names', () => {
  const naming = FILES.map(namingOf)

  test.each(BANNED)('names and comments have no more of "%s" than before', (_, forms, most) => {
    const found = naming.flatMap(({ text }) => text.match(forms) ?? [])
    expect(found.length).toBeLessThanOrEqual(most)
  })

  test('no type has a participle as its name', () => {
    expect(naming.flatMap(({ types }) => types.filter((name) => PARTICIPLE.test(name)))).toEqual([])
  })

  test('the glossary says what to write instead of each', () => {
    const page = readFileSync(join(PROJECT, 'docs/glossary.md'), 'utf8')
    const [, table = ''] = page.split('\n| not | but |\n')
    const rows = [...(table.split('\n\n')[0] ?? '').matchAll(/^\| (\w.+?) \| \w/gm)]
    const words = rows.flatMap(([, cell = '']) => cell.split(', '))
    expect(words).toEqual(BANNED.map(([word]) => word))
  })
})
