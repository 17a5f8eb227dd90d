import { describe, expect, test } from 'vitest'
import { replaceSection } from './performance-page.ts'

const PAGE = '# Page\n\n## One\n\nfirst\n\n### Part\n\n## Two\n\nsecond\n'

describe('docs/performance.md: a section', () => {
  test('is replaced whole, and no other one is touched', () => {
    expect(replaceSection(PAGE, '## One\n\nnew\n')).toBe(
      '# Page\n\n## One\n\nnew\n\n## Two\n\nsecond\n',
    )
    expect(replaceSection(PAGE, '## Two\n\nnew\n\n')).toBe(
      '# Page\n\n## One\n\nfirst\n\n### Part\n\n## Two\n\nnew\n',
    )
  })

  test('has to be there: a heading that was changed is no reason to say things twice', () => {
    expect(() => replaceSection(PAGE, '## Three\n\nnew\n')).toThrow('“## Three”')
  })
})
