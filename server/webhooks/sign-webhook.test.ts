import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { now } from '../testing/moments.ts'
import { signWebhook, toWebhookSecret, webhookHeaders } from './sign-webhook.ts'

const secretOf = (count: number, byte = 7) => toWebhookSecret(new Uint8Array(count).fill(byte))

const BODY = '{"type":"checkout.session.completed","data":{"sessionId":"cs_ü"}}'
const MESSAGE = { id: 'evt_1', timestamp: now(), body: BODY }

describe('contract §4, webhooks: the signature', () => {
  test.each([24, 32, 64])(
    'a signature with a secret of %i bytes is what the official library verifies',
    (n) => {
      const secret = secretOf(n)
      const headers = webhookHeaders({ ...MESSAGE, secrets: [secret] })
      expect(new Webhook(secret).verify(BODY, headers)).toEqual(JSON.parse(BODY))
      expect(headers['webhook-signature']).toBe(
        new Webhook(secret).sign(MESSAGE.id, MESSAGE.timestamp, BODY),
      )
    },
  )

  test.each<[string, { id?: string; body?: string; timestamp?: Date; secret?: string }]>([
    ['id', { id: 'evt_2' }],
    ['body', { body: `${BODY} ` }],
    ['time', { timestamp: new Date(MESSAGE.timestamp.getTime() + 1000) }],
    ['secret', { secret: secretOf(32, 8) }],
  ])('a signature is another one with another %s', (_, other) => {
    const secret = secretOf(32)
    const signature = signWebhook({ ...MESSAGE, secret, ...other })
    const headers = { ...webhookHeaders({ ...MESSAGE, secrets: [secret] }) }
    expect(() =>
      new Webhook(secret).verify(BODY, { ...headers, 'webhook-signature': signature }),
    ).toThrow('No matching signature found')
  })

  test('a signature holds with the old secret and with the new one while it is rolled', () => {
    const secrets = [secretOf(32, 1), secretOf(32, 2)]
    const headers = webhookHeaders({ ...MESSAGE, secrets })
    for (const secret of secrets)
      expect(new Webhook(secret).verify(BODY, headers)).toEqual(JSON.parse(BODY))
    expect(() => new Webhook(secretOf(32, 3)).verify(BODY, headers)).toThrow(
      'No matching signature found',
    )
  })

  test.each([
    ['is too short', secretOf(23)],
    ['is too long', secretOf(65)],
    ['has no prefix', secretOf(32).slice('whsec_'.length)],
    ['is no base64', `whsec_${'!'.repeat(44)}`],
  ])('a signature is refused with a secret that %s', (_, secret) => {
    expect(() => signWebhook({ ...MESSAGE, secret })).toThrow(/A webhook secret is whsec_/)
  })
})
