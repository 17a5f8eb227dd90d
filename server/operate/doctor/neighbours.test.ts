import { expect, test } from 'vitest'
import { checkCache, checkMail, checkProvider, judgeRedis } from './neighbours.ts'

const WELL = { version: '7.0.15', policy: 'allkeys-lru', usedBytes: 1, mostBytes: 4 }

test.each([
  [WELL, []],
  [{ ...WELL, version: '6.2.1' }, ['Redis']],
  [{ ...WELL, version: '10.0.0' }, []],
  [{ ...WELL, policy: 'noeviction' }, ['Redis memory']],
  [{ ...WELL, policy: 'noeviction', mostBytes: 0 }, []],
])('contract §1, doctor: of Redis with %o it finds %o wrong', (diagnosis, wrong) => {
  const found = judgeRedis(diagnosis).filter(({ advice }) => advice !== undefined)
  expect(found.map(({ subject }) => subject)).toEqual(wrong)
})

test.each([true, false])(
  'contract §1, doctor: no mail server and no real provider are wrong in production: %s',
  async (isProduction) => {
    const config = { isProduction, baseUrl: 'http://localhost', stripe: undefined, smtp: undefined }
    const found = [
      ...(await checkMail(config)),
      ...(await checkProvider({ ...config, paymentProvider: 'test' })),
      ...(await checkCache({ redisUrl: undefined })),
    ]
    expect(found.map(({ advice }) => advice !== undefined)).toEqual([
      isProduction,
      isProduction,
      false,
    ])
  },
)
