import { describe, expect, test } from 'vitest'
import type { OwnerNews } from '../checkout/ports/owner-news.ts'
import { type Mail, createMails } from '../mail/mails.ts'
import { createNotifyOwners } from './notify-owners.ts'

async function mailsOf(news: OwnerNews) {
  const sent: Mail[] = []
  const work: Promise<unknown>[] = []
  const mails = createMails({
    mailer: {
      async send(mail) {
        sent.push(mail)
        return 'sent'
      },
    },
    findOwners: async (storeId) => ({
      emails: [`ana@${storeId}.example`, `rui@${storeId}.example`],
      isTest: false,
      branding: null,
    }),
    findLook: async () => null,
    inBackground: (task) => work.push(task()),
  })
  createNotifyOwners(mails, 'https://pay.example')(news)
  await Promise.all(work)
  return sent
}

const LOST = { storeId: 'loom', storeName: 'Loom & Co', amount: 2450, currency: 'EUR' }

describe('payments §8: a payment that the records have lost, to the owners of its store', () => {
  test.each([
    [false, 'taken'],
    [true, 'reserved'],
  ])(
    'a mail about a lost payment says whether its money was taken: open %s',
    async (isOpen, word) => {
      const sent = await mailsOf({ ...LOST, type: 'orphan_found', isOpen })
      expect(sent.map(({ to }) => to)).toEqual(['ana@loom.example', 'rui@loom.example'])
      expect(sent[0]).toMatchObject({ subject: 'A payment of €24.50 at Loom & Co was lost' })
      expect(sent[0]?.text).toContain(`€24.50 was ${word} for a payment`)
      expect(sent[0]?.text).toContain('Do not send anything for it.')
      expect(sent[0]?.text).toContain('https://pay.example/store/payment-problems')
    },
  )

  test.each([
    ['cancelled', 'nothing was taken'],
    ['refunded', 'given back to the buyer'],
    ['charged_back', 'from the bank, by a dispute'],
    ['recorded', 'was found again'],
  ] as const)(
    'a mail about a lost payment says what has become of it: %s',
    async (resolution, text) => {
      const [mail] = await mailsOf({ ...LOST, type: 'orphan_resolved', resolution })
      expect(mail?.subject).toBe('The lost payment of €24.50 at Loom & Co')
      expect(mail?.text).toContain(text)
    },
  )
})

describe('contract §4: a webhook endpoint that takes nothing, to the owners of its store', () => {
  test.each([
    ['failing', 'does not take the events', 'For a day'],
    ['disabled_as_failing', 'no longer sent', 'For five days'],
    ['disabled_as_gone', 'no longer sent', '410 Gone'],
  ] as const)(
    'a mail about a silent webhook endpoint says what has become of it: %s',
    async (what, subject, text) => {
      const url = 'https://shop.example/hook'
      const sent = await mailsOf({
        type: 'webhooks_failing',
        storeId: 'loom',
        storeName: 'Loom & Co',
        endpointId: 'we_1',
        url,
        what,
      })
      expect(sent.map(({ to }) => to)).toEqual(['ana@loom.example', 'rui@loom.example'])
      expect(sent[0]?.subject).toContain(subject)
      expect(sent[0]?.text).toContain(text)
      expect(sent[0]?.text).toContain(url)
      expect(sent[0]?.text).toContain('/store/settings/developers/webhooks/we_1')
      expect(sent[0]?.text).not.toContain('platform')
    },
  )
})

describe('Directive 2023/2673: a withdrawal, to the owners of the store', () => {
  const withdrawn = (isLate: boolean) =>
    mailsOf({
      type: 'withdrawn',
      storeId: 'loom',
      storeName: 'Loom & Co',
      orderNumber: '7K3M9-QX2RT',
      isLate,
    })

  test('a mail about a withdrawal leads to the order', async () => {
    const sent = await withdrawn(false)
    expect(sent.map(({ to }) => to)).toEqual(['ana@loom.example', 'rui@loom.example'])
    expect(sent[0]?.subject).toBe('Order 7K3M9-QX2RT: the buyer has withdrawn')
    expect(sent[0]?.text).toContain('https://pay.example/store/orders/7K3M9-QX2RT')
    expect(sent[0]?.text).not.toContain('You decide')
  })

  test('of a late one it says so, and who decides', async () => {
    const [sent] = await withdrawn(true)
    expect(sent?.subject).toBe('Order 7K3M9-QX2RT: the buyer has withdrawn late')
    expect(sent?.text).toContain('after the last day. You decide whether you accept it')
  })
})
