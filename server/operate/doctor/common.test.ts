import { expect, test } from 'vitest'
import { commonSettingsOf } from '../../open/common-settings.ts'
import { judgeCommon } from './common.ts'

const settings = (signingKeys: string[], baseUrl = 'https://shop.example') =>
  commonSettingsOf(
    {
      baseUrl,
      checkoutUrl: 'https://pay.example',
      paymentFrameUrl: 'https://cards.example',
      paymentProvider: 'test',
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
