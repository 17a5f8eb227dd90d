import { expect, test } from 'vitest'
import { minifyCss } from './minify.ts'

test('a sheet goes out without comments and white space', () => {
  expect(minifyCss('\na {\n  /* Why. */\n  b: c d;\n}\n')).toBe('a{b:c d}')
})
