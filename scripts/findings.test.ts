import { describe, expect, test } from 'vitest'
import { describeFindings } from './findings.ts'
import { skippedEngines } from './programs/engines.ts'

const FIREFOX = '/usr/bin/firefox-esr'
const WEBKIT = { driver: '/usr/bin/WebKitWebDriver', miniBrowser: '/usr/lib/MiniBrowser' }

const aFinding = {
  name: 'engines',
  seconds: 41.4,
  cpuSeconds: 60.2,
  costs: [],
  passed: 20,
  failures: [],
  skipped: [],
}

const ROW = '✓ engines            41 s     60 s of CPU   20 passed, 0 failed'

describe('contract §1, npm test: what is printed at its end', () => {
  test('an engine that is missing is named, with the packages that bring it', () => {
    const skipped = skippedEngines({ Firefox: FIREFOX, WebKit: undefined })
    expect(describeFindings([{ ...aFinding, skipped }])).toEqual({
      lines: [
        '',
        ROW,
        '  SKIPPED WebKit: install webkit2gtk-driver and xvfb',
        '\n20 passed, 0 failed',
      ],
      isGood: true,
    })
  })

  test('nothing is said of engines that are there', () => {
    expect(skippedEngines({ Firefox: FIREFOX, WebKit: WEBKIT })).toEqual([])
    expect(skippedEngines({ Firefox: undefined, WebKit: WEBKIT })).toEqual([
      'SKIPPED Firefox: install firefox-esr',
    ])
  })

  test('every failure stands with its stage, before the table', () => {
    const { lines, isGood } = describeFindings([
      aFinding,
      { ...aFinding, name: 'unit', failures: ['a test\n    its reason'] },
    ])
    expect(lines.slice(0, 4)).toEqual([
      '\n── What failed ──',
      '\n✗ unit: a test\n    its reason',
      '',
      ROW,
    ])
    expect(lines.at(-1)).toBe('\n40 passed, 1 failed')
    expect(isGood).toBe(false)
  })

  test('the most expensive files stand before that', () => {
    const costs = [{ name: 'e2e/paying.spec.ts', cpuSeconds: 12.34 }]
    expect(describeFindings([{ ...aFinding, costs }]).lines.slice(0, 2)).toEqual([
      '\n── The most expensive files ──',
      '   12.3 s of CPU   e2e/paying.spec.ts',
    ])
  })

  test('a run that costs too much, or leaves a program, has failed, although its tests have passed', () => {
    const { lines, isGood } = describeFindings([aFinding], { failures: ['too much'] })
    expect(lines[1]).toBe('\n✗ too much')
    expect(lines.at(-1)).toBe('\n20 passed, 1 failed')
    expect(isGood).toBe(false)
  })

  test('no CPU is told where it is not known', () => {
    const { cpuSeconds: _, ...unknown } = aFinding
    expect(describeFindings([unknown]).lines).toContain(
      '✓ engines            41 s   20 passed, 0 failed',
    )
  })

  test('tests of which none ran have not passed', () => {
    expect(describeFindings([{ ...aFinding, passed: 0 }]).isGood).toBe(false)
  })
})
