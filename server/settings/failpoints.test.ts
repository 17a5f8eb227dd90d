import { describe, expect, test, vi } from 'vitest'
import { createFailpoints, parseFailpoint } from './failpoints.ts'

describe('payments §4: A failpoint', () => {
  test.each([
    ['K1', { failpoint: 'K1', pass: 1 }],
    ['K9', { failpoint: 'K9', pass: 1 }],
    ['K11', { failpoint: 'K11', pass: 1 }],
    ['K3@2', { failpoint: 'K3', pass: 2 }],
    ['K6@120', { failpoint: 'K6', pass: 120 }],
    ['K4:0.25', { failpoint: 'K4', probability: 0.25 }],
    ['K4:0', { failpoint: 'K4', probability: 0 }],
    ['K4:1', { failpoint: 'K4', probability: 1 }],
    ['K10=stop', { failpoint: 'K10', pass: 1, stops: true }],
    ['K4:0.5=stop', { failpoint: 'K4', probability: 0.5, stops: true }],
  ])('a failpoint is written as %s', (text, rule) => {
    expect(parseFailpoint(text)).toEqual(rule)
  })

  test.each([
    '',
    'K',
    'K0',
    'K12',
    'k1',
    'K1@',
    'K1@x',
    'K1@-1',
    'K1:',
    'K1:2',
    'K1:1.5',
    'K1:.5',
    'K1@2:0.5',
    ' K1',
    'K1 ',
    'K1,K2',
    'K1\n',
    'K1=',
    'K1=stop@2',
  ])('a failpoint is not written as %j', (text) => {
    expect(parseFailpoint(text)).toBeUndefined()
  })

  function aProcess(texts: string[], random = () => 0.5) {
    const die = vi.fn()
    const stop = vi.fn()
    const rules = texts.map(parseFailpoint).filter((rule) => rule !== undefined)
    return { die, stop, reach: createFailpoints(rules, { random, die, stop }) }
  }

  test('a failpoint without a rule is passed', () => {
    const { die, reach } = aProcess([])
    for (let count = 0; count < 100; count += 1) reach('K1')
    expect(die).not.toHaveBeenCalled()
  })

  test('a failpoint stands still where its rule says stop, and does not die', () => {
    const { die, stop, reach } = aProcess(['K3@2=stop'])
    reach('K3')
    expect(stop).not.toHaveBeenCalled()
    reach('K3')
    expect(stop).toHaveBeenCalledTimes(1)
    expect(die).not.toHaveBeenCalled()
  })

  test('a failpoint kills at the pass that its rule names, and at no other', () => {
    const { die, reach } = aProcess(['K3@3', 'K5'])
    reach('K3')
    reach('K4')
    reach('K3')
    expect(die).toHaveBeenCalledTimes(0)
    reach('K3')
    expect(die).toHaveBeenCalledTimes(1)
    reach('K3')
    expect(die).toHaveBeenCalledTimes(1)
    reach('K5')
    expect(die).toHaveBeenCalledTimes(2)
  })

  test('a failpoint kills as often as its probability says', () => {
    const dice = [0.24, 0.25, 0.9, 0]
    const { die, reach } = aProcess(['K4:0.25'], () => dice.shift() ?? 1)
    const deaths = [1, 2, 3, 4].map(() => {
      reach('K4')
      return die.mock.calls.length
    })
    expect(deaths).toEqual([1, 1, 1, 2])
  })
})
