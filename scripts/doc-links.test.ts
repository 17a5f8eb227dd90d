import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const PROJECT = join(import.meta.dirname, '..')
const PAGES = ['README.md', 'CHANGELOG.md', ...globSync('docs/**/*.md', { cwd: PROJECT })]
const DECISIONS = 'docs/decisions'

const readPage = (page: string) => readFileSync(join(PROJECT, page), 'utf8')

/** Without the blocks of code, which are commands and pictures. */
const proseOf = (page: string) => readPage(page).replaceAll(/^```.*?^```/gms, '')

/** As a heading's address on the page: lower case, hyphens for spaces, no other marks. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

const anchorsIn = (page: string) =>
  [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))

const isThere = (page: string, anchor: string | undefined) =>
  existsSync(join(PROJECT, page)) && (anchor === undefined || anchorsIn(page).includes(anchor))

describe.each(PAGES)('style §5, paper is product: %s', (page) => {
  test('a page leads nowhere that is not there', () => {
    const links = [...proseOf(page).matchAll(/\]\((?!\w+:)([^)\s]*)\)/g)].map(([, to = '']) => to)
    const dead = links.filter((link) => {
      const [path = '', anchor] = link.split('#')
      return !isThere(path === '' ? page : join(dirname(page), path), anchor)
    })
    expect(dead).toEqual([])
  })

  test('a page names no file that is not there', () => {
    const named = proseOf(page).matchAll(
      /`((?:server|widget|demo|e2e|lab|scripts|docs)\/[\w./-]+\.\w+)`/g,
    )
    const missing = [...named].map(([, file = '']) => file)
    expect(missing.filter((file) => !existsSync(join(PROJECT, file)))).toEqual([])
  })
})

describe('style §5: decisions', () => {
  test('the index lists each decision once, by its number and title', () => {
    const rows = [
      ...readPage(`${DECISIONS}/README.md`).matchAll(/^\| (\d+) \| \[(.+?)\]\((.+?)\)/gm),
    ]
    const decisions = globSync(`${DECISIONS}/0*.md`, { cwd: PROJECT })
      .toSorted()
      .map((file) => {
        const [, number, title] = /^# (\d+)\. (.+)/.exec(readPage(file)) ?? []
        return [number, title, relative(DECISIONS, file)]
      })
    expect(rows.map(([, ...row]) => row)).toEqual(decisions)
  })

  test('a decision that is superseded says by which one, as the index does', () => {
    const rows = readPage(`${DECISIONS}/README.md`).matchAll(
      /^\| \d+ \| \[.+?\]\((.+?)\).* superseded by (.+) \|$/gm,
    )
    const silent = [...rows].filter(([, file = '', by = '']) => {
      const [, , dated = ''] = readPage(`${DECISIONS}/${file}`).split('\n')
      return !dated.includes('uperseded') || !dated.includes(by.split(', ')[0] ?? '')
    })
    expect(silent.map(([, file]) => file)).toEqual([])
  })
})

describe('style §5, paper is product: what newcomers read', () => {
  test('the README has at most 120 lines', () => {
    expect(readPage('README.md').split('\n').length - 1).toBeLessThanOrEqual(120)
  })

  test('the changelog has at most 11 KB', () => {
    expect(Buffer.byteLength(readPage('CHANGELOG.md'))).toBeLessThanOrEqual(11 * 1024)
  })
})
