import { expect, test } from 'vitest'
import { type Mail, createMails } from './mails.ts'

test('decision 117: only news of an account go on when others have filled its limit', async () => {
  const sent: Mail[] = []
  const work: Promise<unknown>[] = []
  const mails = createMails({
    mailer: {
      async send(mail) {
        sent.push(mail)
        return 'sent'
      },
    },
    findOwners: async () => ({ emails: ['ana@loom.example'], isTest: false, branding: null }),
    findLook: async () => null,
    inBackground: (each) => work.push(each()),
  })
  const to = { to: 'ana@loom.example', storeName: 'Loom' }
  const [url, address, baseUrl] = ['https://pay.example/x', null, 'https://pay.example']
  mails.passwordChanged({ ...to, address, baseUrl })
  mails.secondFactorChanged({ ...to, address, baseUrl, change: 'turned_off' })
  await mails.passwordReset({ ...to, url })
  await mails.invitation({ ...to, url, invitedBy: 'bea@loom.example' })
  mails.withdrawn({
    store: { id: 'st_1', name: 'Loom' },
    orderNumber: 'K7Q2M-4XW9P',
    url,
    isLate: false,
  })
  await Promise.all(work)
  const ofAccounts = sent.filter(({ isOfAccount }) => isOfAccount)
  expect(sent).toHaveLength(5)
  expect(ofAccounts.map(({ subject }) => subject)).toEqual([
    'Your password for Loom was changed',
    'Your second factor is off at Loom',
  ])
})
