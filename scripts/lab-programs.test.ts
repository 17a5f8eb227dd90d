import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LAB_PROGRAMS, describePrograms, findProgram } from './lab-programs.ts'

const PROJECT = join(import.meta.dirname, '..')
const nameOf = (line: string) => findProgram(line.split(' '))?.name

describe('contract §1, npm run lab', () => {
  test('without a name it lists each program with a sentence', () => {
    const list = describePrograms()
    for (const { name, summary } of LAB_PROGRAMS) {
      expect(list).toMatch(new RegExp(`^  ${name} {2,}\\S`, 'm'))
      expect(list).toContain(summary)
      expect(summary).toMatch(/^[A-Z].*\.$/)
    }
  })

  test('each program is there', () => {
    const missing = LAB_PROGRAMS.filter(({ file }) => !existsSync(join(PROJECT, file)))
    expect(missing).toEqual([])
  })

  test('a name is one word or two, and options follow', () => {
    expect(nameOf('chaos')).toBe('chaos')
    expect(nameOf('chaos --flows 1000')).toBe('chaos')
    expect(nameOf('chaos planted')).toBe('chaos planted')
    expect(nameOf('measure orders --plans')).toBe('measure orders')
    expect(nameOf('bench create --quick')).toBe('bench')
  })

  test('--help runs nothing, and the list says where the options are', () => {
    expect(nameOf('failover --help')).toBeUndefined()
    expect(describePrograms()).toContain('docs/develop.md')
  })

  test('nothing is guessed', () => {
    expect(nameOf('')).toBeUndefined()
    expect(nameOf('chaotic')).toBeUndefined()
    expect(nameOf('measure')).toBeUndefined()
    expect(nameOf('--flows 1000')).toBeUndefined()
  })
})
