import { expect, test } from 'vitest'
import { minifyCss } from './minify.ts'

test('checkout page §1: a sheet goes out without comments and white space', () => {
  expect(minifyCss('\na {\n  /* Why. */\n  b: c d;\n}\nb > c {\n  d: calc(1px + 2px);\n}\n')).toBe(
    'a{b:c d}b>c{d:calc(1px + 2px)}',
  )
})
