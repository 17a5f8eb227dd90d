import { expect, test } from 'vitest'
import { commonSettingsOf } from '../../common-settings.ts'
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
