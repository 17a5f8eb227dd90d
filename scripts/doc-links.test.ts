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

const decisions = globSync(`${DECISIONS}/0*.md`, { cwd: PROJECT }).toSorted()

describe('style §5: decisions', () => {
  test('the index lists each decision once, by its number and title', () => {
    const index = readPage(`${DECISIONS}/README.md`)
    const rows = [...index.matchAll(/^\|(\d+)\|\[(.+?)\]\((.+?)\)\|$/gm)].map(([, ...row]) => row)
    const titles = decisions.map((file) => {
      const [, number, title] = /^# (\d+)\. (.+)/.exec(readPage(file)) ?? []
      return [number, title, relative(DECISIONS, file)]
    })
    expect(rows.toSorted(([a], [b]) => Number(a) - Number(b))).toEqual(titles)
  })

  test('code and documentation name no decision that was superseded', () => {
    const numbers = new Set(decisions.map((file) => Number(/\d{4}/.exec(file)?.[0])))
    const sources = globSync('{demo,deploy,e2e,lab,npm,scripts,server,widget}/**/*.{ts,mjs}', {
      cwd: PROJECT,
      exclude: (name) => name === 'node_modules',
    })
    const missing = [...sources, ...PAGES].flatMap((file) =>
      [...readPage(file).matchAll(/\bdecision \[?(\d+)|docs\/decisions\/0*(\d+)/gi)]
        .filter(([, named, linked]) => !numbers.has(Number(named ?? linked)))
        .map(([text]) => `${file}: ${text}`),
    )
    expect(missing).toEqual([])
  })

  test('all decisions together have at most 20,000 words', () => {
    const pages = [`${DECISIONS}/README.md`, ...decisions].map(readPage)
    expect(pages.join('\n').match(/\S+/g)?.length).toBeLessThanOrEqual(20_000)
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
