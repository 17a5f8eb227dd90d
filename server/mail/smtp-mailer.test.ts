import { expect, test } from 'vitest'
import { createSmtpMailer } from './smtp-mailer.ts'

test('contract §2, SMTP_URL: a mail that cannot even be put together has failed, and is told', async () => {
  const told: unknown[] = []
  const mailer = createSmtpMailer(
    () => Promise.reject(Object.assign(new Error('odd'), { code: 'EENCODE' })),
    { onFailure: (failure) => told.push(failure) },
  )
  const mail = { to: 'ana@mail.example', subject: 'News', text: 'News', html: '<p>News</p>' }
  expect(await mailer.send(mail)).toBe('failed')
  expect(told).toEqual([{ reason: 'EENCODE' }])
})
