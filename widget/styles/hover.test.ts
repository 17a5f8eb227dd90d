import { expect, test } from 'vitest'
import { OWN_PAGE } from './own-page.styles.ts'
import { outcomes, shadow } from './shadow.styles.ts'

test('only a pointer that hovers shows what is below it: a finger leaves that behind', () => {
  const sheets = [...Object.values(OWN_PAGE), shadow, outcomes].join('\n')
  const rest = sheets.replaceAll(/@media \(hover: hover\) \{(?:[^{}]*\{[^{}]*\})*\s*\}/g, '')
  expect(sheets).toContain('.pay:hover')
  expect(rest.split('\n').filter((line) => line.includes(':hover'))).toEqual([])
})
