import { describe, expect, test } from 'vitest'
import { describeFindings } from './findings.ts'
import { skippedEngines } from './programs/engines.ts'

const FIREFOX = '/usr/bin/firefox-esr'
const WEBKIT = { driver: '/usr/bin/WebKitWebDriver', miniBrowser: '/usr/lib/MiniBrowser' }

const aFinding = { name: 'engines', seconds: 41.4, passed: 20, failures: [], skipped: [] }

describe('what is printed once the tests are over', () => {
  test('an engine that is missing is named, with the packages that bring it', () => {
    const skipped = skippedEngines({ Firefox: FIREFOX, WebKit: undefined })
    expect(describeFindings([{ ...aFinding, skipped }])).toEqual({
      lines: [
        '',
        '✓ engines        41 s   20 passed, 0 failed',
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
      '✓ engines        41 s   20 passed, 0 failed',
    ])
    expect(lines.at(-1)).toBe('\n40 passed, 1 failed')
    expect(isGood).toBe(false)
  })

  test('tests of which none ran have not passed', () => {
    expect(describeFindings([{ ...aFinding, passed: 0 }]).isGood).toBe(false)
  })
})
