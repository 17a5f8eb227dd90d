import { describe, expect, test } from 'vitest'
import { BUILT_ADDRESSES, withAddresses } from '../../server/api/docs/built-addresses.ts'
import { DEFAULT_ADDRESSES } from '../../server/api/reference/document.ts'
import { READERS } from '../../server/api/reference/readers.ts'
import { searchProblems } from '../../server/testing/search-rules.ts'
import { renderDocs } from './docs-files.ts'
import { readGuideSources } from './guide-sources.ts'

const files = renderDocs(DEFAULT_ADDRESSES)
const read = (name: string) => String(files.get(name))
const GUIDE = readGuideSources().pages.map(({ name }) => name)
const NAMES = [...GUIDE, ...READERS.map(({ name }) => name)]
const HOME = ''
const pages = new Map([
  [HOME, read('home.html')],
  ...NAMES.map((name) => [name, read(`pages/${name}.html`)] as const),
])

const idsIn = (page = '') => [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)

/** Where a link leads: a page of ours and an anchor on it, or nothing of ours. */
function targetOf(href: string, name: string) {
  const from = name === HOME ? '/docs' : `/docs/${name}`
  const url = new URL(href, `${DEFAULT_ADDRESSES.baseUrl}${from}`)
  const [, page] = /^\/docs(?:\/([\w-]+))?$/.exec(url.pathname) ?? []
  const isPage = url.origin === DEFAULT_ADDRESSES.baseUrl && /^\/docs(\/|$)/.test(url.pathname)
  return { isPage, page: page ?? HOME, id: url.hash.slice(1), path: url.pathname }
}

const hrefsIn = (page: string) =>
  [...page.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))

describe.each([...pages])('contract §3: documentation, /docs/%s', (name, page) => {
  test('every link of the page leads somewhere, and every id is there once', () => {
    const ids = idsIn(page)
    expect(new Set(ids).size).toBe(ids.length)
    const dead = hrefsIn(page).filter((href) => {
      const to = href.startsWith('#')
        ? { isPage: true, page: name, id: href.slice(1), path: '' }
        : targetOf(href, name)
      if (!to.isPage || /\.(md|json)$/.test(to.path)) return false
      return !pages.has(to.page) || (to.id !== '' && !idsIn(pages.get(to.page)).includes(to.id))
    })
    expect(dead).toEqual([])
  })

  test('the page needs nothing from elsewhere: no sheet, other picture, other script or inline style', () => {
    const ownPicture = /<img src="[\w-]+\.webp"/g
    const [script, ...others] = page.match(/<script[^]*?<\/script>/g) ?? []
    expect([script, others]).toEqual([
      `<script type="module">${read('page-script.js')}</script>`,
      [],
    ])
    const rest = page
      .replace(script ?? '', '')
      .replaceAll(/<code>[^]*?<\/code>/g, '')
      .replaceAll(ownPicture, '<i')
    expect(rest).not.toMatch(/<(script|link|img|iframe|object|embed)\b| style=| src=| on\w+=/i)
  })

  test('every example can be copied, and the page leads to its contents once', () => {
    const panels = page.match(/<figure class="panel">/g) ?? []
    expect(
      page.match(/<button type="button" class="copy" aria-label="Copy: [^"]+">/g) ?? [],
    ).toHaveLength(panels.length)
    expect(page.match(/>Contents</g)).toHaveLength(1)
  })

  test('the page keeps the rules of searches, and no address of ours in it has a ?', () => {
    expect(searchProblems(page)).toEqual([])
    const own = hrefsIn(page).filter((href) => !href.startsWith('http'))
    expect(own.filter((href) => href.includes('?'))).toEqual([])
  })

  test('the page has one first heading, and no level is left out', () => {
    const levels = [...page.matchAll(/<h(\d)[ >]/g)].map(([, level]) => Number(level))
    expect(levels.filter((level) => level === 1)).toHaveLength(1)
    for (const [index, level] of levels.entries())
      expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1)
  })
})

describe('contract §3: documentation, what an answer is made of', () => {
  test('the reference shows each case of a session under the statuses that it is for', () => {
    const reference = pages.get('merchant')?.replaceAll(/<\/?code>/g, '')
    for (const label of ['When status is complete<', 'When status is open or expired<'])
      expect(reference).toContain(label)
  })
})

describe('contract §3: documentation, the search', () => {
  const sections: string[][] = JSON.parse(read('search.json'))

  test('the index has each section of each page, by an address that there is', () => {
    const dead = sections.filter(([address = '']) => {
      const [page = '', id] = address.split('#')
      return !pages.has(page) || (id !== undefined && !idsIn(pages.get(page)).includes(id))
    })
    expect(dead).toEqual([])
    for (const name of NAMES)
      expect(
        sections.filter(([address]) => address?.split('#')[0] === name).length,
      ).toBeGreaterThan(0)
  })

  test('a reader finds an operation by its path, and an error by its code', () => {
    const foundBy = (...words: string[]) =>
      sections
        .filter((section) => words.every((word) => section.join(' ').toLowerCase().includes(word)))
        .map(([address]) => address)
    expect(foundBy('checkout', 'sessions', 'expire')).toContain('merchant#expireSession')
    expect(foundBy('insufficient_stock')).toContain('merchant#errors')
    expect(foundBy('utm_source')).toEqual(['link#what-the-address-may-say'])
  })
})

describe('contract §3: the guide', () => {
  test.each(GUIDE)(
    'the guide’s page %s is also there as Markdown, with its examples in it',
    (name) => {
      const markdown = read(`pages/${name}.md`)
      expect(markdown).toMatch(/^# \S/)
      expect(markdown).not.toContain('../snippets/')
      expect(markdown).not.toContain('<!--')
      const links = [...markdown.matchAll(/\]\(([\w-]+)\.md/g)].map(([, page = '']) => page)
      expect(links.filter((page) => !GUIDE.includes(page))).toEqual([])
    },
  )

  test('the list for programs names every page and every document', () => {
    for (const name of GUIDE) expect(read('llms.txt')).toContain(`/docs/${name}.md)`)
    for (const { name } of READERS)
      expect(read('llms.txt')).toContain(`/docs/${name}/openapi.json)`)
  })

  test('each file, as it was built, is for a service what the build would have made for it', () => {
    const own = {
      baseUrl: 'https://api.example/pay',
      checkoutUrl: 'https://buy.example/c',
      paymentFrameUrl: 'https://frame.example/f',
    }
    const built = renderDocs(BUILT_ADDRESSES)
    for (const [name, content] of renderDocs(own)) {
      const text = withAddresses(String(built.get(name)), own)
      expect(text, name).toBe(String(content))
      expect(text, name).not.toContain('localhost:4242')
    }
  })
})
