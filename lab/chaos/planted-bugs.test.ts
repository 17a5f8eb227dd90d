import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PLANTED_BUGS } from './planted-bugs.ts'

const SERVER = join(import.meta.dirname, '../../server')

describe('payments §6: planted bugs', () => {
  test('there are fifteen planted bugs', () => {
    expect(PLANTED_BUGS).toHaveLength(15)
  })
  test.for(
    PLANTED_BUGS.flatMap(({ name, patches }) => patches.map((patch) => ({ name, ...patch }))),
  )('the planted bug $name fits $file', ({ file, find, replace }) => {
    expect(readFileSync(join(SERVER, file), 'utf8').split(find)).toHaveLength(2)
    expect(replace).not.toBe(find)
  })
})
