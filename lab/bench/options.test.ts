import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SUBJECTS } from './cases/visitors.ts'
import { parseOptions } from './options.ts'

describe('performance: bench, what is asked for', () => {
  test('the bench runs everything, unless something is named', () => {
    expect(parseOptions([])).toMatchObject({
      subjects: SUBJECTS,
      grownSubjects: SUBJECTS,
      isIdle: true,
      orders: 1_000_000,
    })
    expect(parseOptions(['pay', 'hot'])).toMatchObject({
      subjects: ['pay', 'hot'],
      grownSubjects: [],
      isIdle: false,
    })
  })

  test('growth repeats what is named beside it, or everything', () => {
    expect(parseOptions(['growth'])).toMatchObject({ subjects: [], grownSubjects: SUBJECTS })
    expect(parseOptions(['growth', 'pay'])).toMatchObject({ grownSubjects: ['pay'] })
  })

  test('years, orders and events are measured when they are named, and alone', () => {
    expect(parseOptions([])).toMatchObject({ alone: undefined, isWorkers: false })
    expect(parseOptions(['years', '--sessions', '60000'])).toMatchObject({
      alone: 'years',
      subjects: [],
      sessions: 60_000,
    })
    expect(() => parseOptions(['create', 'events'])).toThrow('events')
  })

  test('workers are two processes beside one', () => {
    expect(parseOptions(['workers'])).toMatchObject({ isWorkers: true, subjects: [] })
    expect(() => parseOptions(['compare', 'main', 'workers'])).toThrow('workers')
  })

  test('compare takes a revision, and measures it without growth', () => {
    expect(parseOptions(['compare', 'main~1', 'create'])).toMatchObject({
      revision: 'main~1',
      subjects: ['create'],
      grownSubjects: [],
    })
    expect(() => parseOptions(['compare'])).toThrow('revision')
    expect(() => parseOptions(['compare', 'main', 'growth'])).toThrow('growth')
  })

  test('a past is kept among the temporary folders, unless its folder is named whole', () => {
    expect(parseOptions(['growth', '--past', 'a-past']).past).toBe(join(tmpdir(), 'a-past'))
    expect(parseOptions(['growth', '--past', '/data/past']).past).toBe('/data/past')
  })

  test('a flag that npm has kept for itself counts', () => {
    expect(parseOptions(['create'], { npm_config_quick: 'true' }).isQuick).toBe(true)
    expect(parseOptions(['create'], { npm_config_quick: '' }).isQuick).toBe(false)
  })

  test('an option that is not known is refused', () => {
    expect(() => parseOptions(['craete'])).toThrow('craete')
    expect(() => parseOptions(['--orders', '0'])).toThrow('--orders')
  })
})
