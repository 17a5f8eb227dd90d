import { describe, expect, test } from 'vitest'
import { aPasskey } from '../testing/store/software-passkey.ts'
import { createPasskeys } from './passkeys.ts'
import { createSealedNotes } from './sealed-notes.ts'

const BASE_URL = 'https://pay.shop.example/checkout'

let now = new Date('2026-11-22T10:00:00Z')
const passkeys = createPasskeys({
  baseUrl: BASE_URL,
  sealedNotes: createSealedNotes({ keys: [Buffer.alloc(32, 7)], now: () => now }),
})
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}

const account = { memberId: 7, email: 'ana@shop.example', known: [] }

async function added(key = aPasskey(BASE_URL)) {
  const { options, challenge } = await passkeys.askToAdd('session 1', account)
  const read = await passkeys.readAdded('session 1', { answer: key.create(options), challenge })
  if (!read) throw new Error('the passkey was not taken')
  return { key, credential: read.credential }
}

/** The same text but for its first character. */
const otherThan = (text: string) => `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`

describe('security §4: A passkey is added', () => {
  test('a passkey is added for the host of BASE_URL, without a statement of who made it', async () => {
    const { options } = await passkeys.askToAdd('session 1', account)
    expect(JSON.parse(options)).toMatchObject({
      rp: { id: 'pay.shop.example' },
      user: { name: 'ana@shop.example' },
      attestation: 'none',
      authenticatorSelection: { userVerification: 'discouraged' },
    })
    expect((await added()).credential).toMatchObject({ signCount: 0, transports: ['usb'] })
  })

  async function anAddition() {
    const key = aPasskey(BASE_URL)
    const { options, challenge } = await passkeys.askToAdd('session 1', account)
    const isTaken = async (holder: string, answer: string, sealed = challenge) =>
      (await passkeys.readAdded(holder, { answer, challenge: sealed })) !== undefined
    return { key, options, challenge, isTaken }
  }

  test('no passkey is added for another session, or for another challenge', async () => {
    const { key, options, challenge, isTaken } = await anAddition()
    expect(await isTaken('session 2', key.create(options))).toBe(false)
    expect(await isTaken('session 1', key.create(options), otherThan(challenge))).toBe(false)
    const proof = await passkeys.askToProve('session 1', [])
    expect(await isTaken('session 1', key.create(proof.options), proof.challenge)).toBe(false)
    expect(await isTaken('session 1', key.create(options))).toBe(true)
  })

  test('no passkey is added by another page, or by an answer that is none', async () => {
    const { key, options, isTaken } = await anAddition()
    for (const forged of [
      { origin: 'https://evil.example' },
      { origin: 'http://pay.shop.example' },
      { rpId: 'shop.example' },
      { challenge: 'AAAA' },
      { type: 'webauthn.get' },
    ])
      expect(await isTaken('session 1', key.create(options, forged))).toBe(false)
    for (const answer of ['', 'null', '{}', '[]', '{"id":1}', 'x'.repeat(20_000)])
      expect(await isTaken('session 1', answer)).toBe(false)
    expect(await isTaken('session 1', key.create(options))).toBe(true)
  })

  test('a passkey is added within 300 s, and no later', async () => {
    const { key, options, isTaken } = await anAddition()
    later(299)
    expect(await isTaken('session 1', key.create(options))).toBe(true)
    later(1)
    expect(await isTaken('session 1', key.create(options))).toBe(false)
  })
})

describe('security §4: A passkey proves who it is', () => {
  test('a passkey proves itself by its own signature and count, for one session and challenge', async () => {
    const [{ key, credential }, other] = [await added(), await added()]
    const ask = () => passkeys.askToProve('session 1', [credential])
    const { options, challenge } = await ask()
    expect(JSON.parse(options)).toMatchObject({ rpId: 'pay.shop.example' })
    const read = (holder: string, answer: string, known = [credential]) =>
      passkeys.readProof(holder, { answer, challenge, passkeys: known })
    expect(await read('session 1', key.get(options))).toMatchObject({ newSignCount: 1 })
    expect(await read('session 2', key.get(options))).toBeUndefined()
    expect(await read('session 1', other.key.get(options))).toBeUndefined()
    const swapped = { ...credential, publicKey: other.credential.publicKey }
    expect(await read('session 1', key.get(options), [swapped])).toBeUndefined()
    for (const forged of [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { challenge: 'AAAA' },
      { type: 'webauthn.create' },
    ])
      expect(await read('session 1', key.get(options, forged))).toBeUndefined()
    const ahead = { ...credential, signCount: 90 }
    expect(await read('session 1', key.get(options), [ahead])).toBeUndefined()
    later(300)
    expect(await read('session 1', key.get(options))).toBeUndefined()
  })
})
