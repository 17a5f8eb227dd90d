import { describe, expect, test } from 'vitest'
import { replaceSection } from './performance-page.ts'

const PAGE = '# Page\n\n## One\n\nfirst\n\n### Part\n\n## Two\n\nsecond\n'

describe('style §5, paper is product: a section of docs/performance.md', () => {
  test('a section of the page is replaced whole, and no other one is touched', () => {
    expect(replaceSection(PAGE, '## One\n\nnew\n')).toBe(
      '# Page\n\n## One\n\nnew\n\n## Two\n\nsecond\n',
    )
    expect(replaceSection(PAGE, '## Two\n\nnew\n\n')).toBe(
      '# Page\n\n## One\n\nfirst\n\n### Part\n\n## Two\n\nnew\n',
    )
  })

  test('a section whose heading was changed is refused, so that nothing is said twice', () => {
    expect(() => replaceSection(PAGE, '## Three\n\nnew\n')).toThrow('“## Three”')
  })
})
