import { expect, test } from 'vitest'
import { commonSettingsOf, listChanged } from '../../open/common-settings.ts'
import { judgeBuild, judgeChanged, judgeCommon } from './common.ts'

const settings = (signingKeys: string[], baseUrl = 'https://shop.example', level = 'info') =>
  commonSettingsOf(
    {
      baseUrl,
      checkoutUrl: 'https://pay.example',
      paymentFrameUrl: 'https://cards.example',
      paymentProvider: 'test',
      sharedSettings: { LOG_LEVEL: level },
    },
    signingKeys,
  )

test.each([
  [settings(['first']), ['ok processes']],
  [settings(['third', 'second']), ['ok processes']],
  [settings(['third']), ['!! TOKEN_SIGNING_KEY']],
  [settings(['first'], 'https://other.example'), ['!! BASE_URL']],
  [settings(['third'], 'https://other.example'), ['!! TOKEN_SIGNING_KEY', '!! BASE_URL']],
])('contract §1, doctor: names what processes do not have in common, %#', (own, found) => {
  expect(
    judgeCommon(own, settings(['first', 'second'])).map(
      ({ subject, advice }) => `${advice === undefined ? 'ok' : '!!'} ${subject}`,
    ),
  ).toEqual(found)
})

test('contract §1, doctor: says what is set here, and what the latest process has', () => {
  const [found] = judgeCommon(settings(['first'], 'https://other.example'), settings(['first']))
  expect(found?.is).toBe(
    'https://other.example here, and https://shop.example in the latest process that started',
  )
})

test('contract §1, doctor: names settings that were changed after the processes started, and no values', () => {
  const kept = settings(['second', 'first'], 'https://shop.example', 'debug')
  expect(JSON.stringify(kept)).not.toContain('debug')
  const now = (LOG_LEVEL: string, signingKeys: string[]) =>
    listChanged({ sharedSettings: { LOG_LEVEL, NEW_SETTING: 'x' } }, { signingKeys, kept })
  expect(now('info', ['third', 'second'])).toEqual(['LOG_LEVEL'])
  expect(now('debug', ['second'])).toEqual([])
  // Without the key nobody can compare, and an older release has kept nothing.
  expect(now('info', ['first'])).toEqual([])
  const { hashed: _, ...older } = kept
  expect(listChanged({ sharedSettings: {} }, { signingKeys: ['second'], kept: older })).toEqual([])
  expect(judgeChanged(['LOG_LEVEL']).is).toMatch(/^LOG_LEVEL had another value/)
})

test('contract §1, doctor: compares settings of any length', () => {
  const long = (end: string) => settings(['first'], 'https://shop.example', 'x'.repeat(6000) + end)
  expect(long('a').hashed).not.toEqual(long('b').hashed)
  expect(long('a').hashed).toEqual(long('a').hashed)
})

test('contract §1, doctor: names another build than the one that runs', () => {
  expect(judgeBuild({ revision: 'sources' }).advice).toBeUndefined()
  expect(judgeBuild({ revision: '1f2e3d4c5b6a' }).is).toMatch(/this is .*sources, and 1f2e3d4c5b6a/)
})
