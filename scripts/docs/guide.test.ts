import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { GUIDE_STYLES } from './guide.styles.ts'
import { TRIGGERS } from '../../npm/cli/trigger.ts'
import { EventType } from '../../server/contract/events.ts'
import { html as markup } from '../../server/web/html.ts'
import { readGuideSources } from './guide-sources.ts'

const PROJECT = join(import.meta.dirname, '../..')
const { pages, shop, pictures } = readGuideSources()

const read = (file: string) => readFileSync(join(PROJECT, file), 'utf8').trimEnd()

const SNIPPETS = globSync('docs/snippets/*/*.*', { cwd: PROJECT }).filter(
  (file) => !file.endsWith('shop.mjs'),
)
const SHOPS = globSync('e2e/frameworks/*/[cC]heckout.*', { cwd: PROJECT })

/** Without imports, empty lines and what only opens, ends or fences others. */
const linesOf = (code: string) =>
  code
    .split('\n')
    .filter(
      (line) =>
        /[\p{L}]/u.test(line) &&
        !/^\s*(?:import |<hosted-checkout$|<\/?(?:script|template)|\/\*)/.test(line),
    )

describe('decision 75: docs/guide', () => {
  test('the guide lists every page once', () => {
    const files = globSync('docs/guide/*.md', { cwd: PROJECT }).filter(
      (file) => !file.endsWith('README.md'),
    )
    expect(pages.map(({ name }) => `docs/guide/${name}.md`).toSorted()).toEqual(files.toSorted())
  })

  test.each(pages)(
    'the guide’s $name says in its first paragraph what it is about',
    ({ title, summary }) => {
      expect(title).toMatch(/^[A-Z][\w ]+$/)
      expect(summary).toMatch(/^[A-Z][^\n]+\.$/)
    },
  )

  test.each(pages)(
    'the guide’s $name leads nowhere that the service does not serve',
    ({ html }) => {
      const links = [...html.matchAll(/<a href="([^"#]+)/g)].map(([, to]) => to)
      const names = pages.map(({ name }) => name)
      expect(links.filter((to = '') => !/^https?:/.test(to) && !names.includes(to))).toEqual([])
    },
  )

  test('the guide lists every type of event once', () => {
    const rows = [...read('docs/guide/events.md').matchAll(/^\| `([\w.]+)` \|/gm)]
    expect(new Set(rows.map(([, type]) => type))).toEqual(new Set(EventType.options))
    expect(rows).toHaveLength(EventType.options.length)
  })

  test('the command of the guide makes every type of event happen', () => {
    expect(TRIGGERS.toSorted()).toEqual(EventType.options.toSorted())
  })

  test.each(SNIPPETS)('the guide shows the example %s as it stands, once', (file) => {
    const code = read(file)
    expect(pages.filter(({ markdown }) => markdown.includes(`\n${code}\n`))).toHaveLength(1)
    expect(pages.filter(({ html }) => html.includes(markup`>${code}</code>`.text))).toHaveLength(1)
  })

  test.each(SNIPPETS.filter((file) => !/webhook/i.test(file)))(
    'the example %s asks the service at BASE_URL, or the one that shows the guide',
    (file) => {
      expect(read(file)).toMatch(/BASE_URL\b.{1,7}http:\/\/localhost:4242\b/)
    },
  )

  test('the guide has a shop in every framework', () => {
    const shops = globSync('e2e/frameworks/*/package.json', { cwd: PROJECT })
    expect(SHOPS).toHaveLength(shops.length)
  })

  test.each(SHOPS)('the guide shows the shop %s as it stands, once', (file) => {
    const code = read(file)
    expect(pages.filter(({ html }) => html.includes(markup`>${code}</code>`.text))).toHaveLength(1)
    expect(linesOf(code).length, linesOf(code).join('\n')).toBeLessThanOrEqual(6)
  })

  test('every example of the guide can be chosen', () => {
    const named = pages.flatMap(({ html }) => [...html.matchAll(/data-language="([^"]+)"/g)])
    for (const [, name] of named) expect(GUIDE_STYLES).toContain(`[data-language=${name}]`)
  })

  test('the guide shows two pictures of the page, which are light', () => {
    const shown = pages.flatMap(({ html }) => [
      ...html.matchAll(/<img src="([^"]+)" alt="[^"]{20,}" width="(\d+)" height="\d+"/g),
    ])
    expect(shown.map(([, name, width]) => [name, width])).toEqual([
      ['checkout-page.webp', '1040'],
      ['checkout-page-phone.webp', '390'],
    ])
    const sizes = pictures.map(({ bytes }) => bytes.length)
    expect(sizes).toHaveLength(2)
    for (const size of sizes) expect(size).toBeLessThan(48_000)
  })

  test('the guide shows the shop as it stands', () => {
    expect(shop).toBe(read('docs/snippets/node/shop.mjs'))
  })
})
