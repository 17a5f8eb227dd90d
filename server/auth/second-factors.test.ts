import { describe, expect, test } from 'vitest'
import { codeOfApp } from '../testing/store/authenticator-app.ts'
import { authenticatorKey, createAuthenticatorSecret, findCodeStep } from './authenticator-codes.ts'
import { deriveSecondFactorKey } from './key-material.ts'
import { createRecoveryCodes, recoveryCodeDigest } from './recovery-codes.ts'
import { createSealedSecrets } from './sealed-secrets.ts'

const at = (seconds: number) => new Date(seconds * 1000)

describe('security §4: A code of an authenticator app', () => {
  const secret = Buffer.from('12345678901234567890')

  // RFC 6238, appendix B, SHA-1: the last six of its eight digits.
  test.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_111_111_111, '050471', 37_037_037],
    [1_234_567_890, '005924', 41_152_263],
    [2_000_000_000, '279037', 66_666_666],
    [20_000_000_000, '353130', 666_666_666],
  ])('a code at %i s is what RFC 6238 says: %s', (seconds, code, step) => {
    expect(findCodeStep(secret, code, at(seconds))).toBe(step)
  })

  test('a code counts a step before and after its own, and no further', () => {
    const code = '287082'
    expect([0, 29, 30, 89, 90].map((seconds) => findCodeStep(secret, code, at(seconds)))).toEqual([
      1,
      1,
      1,
      1,
      undefined,
    ])
    expect(findCodeStep(secret, '081804', at(1_111_111_049))).toBeUndefined()
  })

  test.each(['', '28708', '2870820', '94287082', '28708x', ' 287082', '２８７０８２'])(
    'a code of an authenticator app is never %j',
    (code) => {
      expect(findCodeStep(secret, code, at(59))).toBeUndefined()
    },
  )

  test('a code is the one that an app shows which has read the key', () => {
    const own = createAuthenticatorSecret()
    const { uri, text } = authenticatorKey(own, 'ana:b&c@loom.example')
    expect(text.replaceAll(' ', '')).toMatch(/^[A-Z2-7]{32}$/)
    const url = new URL(uri)
    expect(decodeURIComponent(url.pathname)).toBe('/Hosted Checkout:ana:b&c@loom.example')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      issuer: 'Hosted Checkout',
      secret: text.replaceAll(' ', ''),
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
    const now = new Date('2026-11-21T09:38:12.418Z')
    expect(findCodeStep(own, codeOfApp(text, 0, now.getTime()), now)).toBeDefined()
  })
})

describe('security §4: Recovery codes', () => {
  test('recovery codes are ten, of 80 bits each, and read however they are typed', () => {
    const codes = createRecoveryCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) {
      expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
      const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `
      expect(recoveryCodeDigest(typed)).toEqual(recoveryCodeDigest(code))
    }
    expect(recoveryCodeDigest(codes[0] ?? '')).not.toEqual(recoveryCodeDigest(codes[1] ?? ''))
  })

  test.each(['', 'ABCD', '123456', 'U'.repeat(16), 'A'.repeat(17)])(
    'a recovery code is never %j',
    (code) => {
      expect(recoveryCodeDigest(code)).toBeUndefined()
    },
  )
})

describe('security §4: The secret of an authenticator app at rest', () => {
  const keyOf = (material: string) => deriveSecondFactorKey(`${material} of thirty-two characters`)
  const [before, now] = [keyOf('key one'), keyOf('key two')]
  const secret = createAuthenticatorSecret()

  test('the secret of an authenticator app opens for its holder alone, unaltered alone', () => {
    const secrets = createSealedSecrets([before])
    const kept = secrets.seal(secret, 'member 1')
    expect(kept.sealed.includes(secret)).toBe(false)
    expect(secrets.open(kept, 'member 1')).toEqual(secret)
    expect(secrets.open(kept, 'member 2')).toBeUndefined()
    for (let byte = 0; byte < kept.sealed.length; byte += 1) {
      const sealed = Buffer.from(kept.sealed)
      sealed.writeUInt8(sealed.readUInt8(byte) ^ 1, byte)
      expect(secrets.open({ ...kept, sealed }, 'member 1')).toBeUndefined()
    }
    expect(
      secrets.open({ ...kept, sealed: kept.sealed.subarray(0, 20) }, 'member 1'),
    ).toBeUndefined()
    expect(secrets.seal(secret, 'member 1').sealed).not.toEqual(kept.sealed)
  })

  test('the secret opens with both keys of a rotation, is sealed with the first, ends with its key', () => {
    const kept = createSealedSecrets([before]).seal(secret, 'member 1')
    const both = createSealedSecrets([now, before])
    expect(both.open(kept, 'member 1')).toEqual(secret)
    const anew = both.seal(secret, 'member 1')
    expect([anew.keyId, kept.keyId === both.keyId]).toEqual([both.keyId, false])
    expect(createSealedSecrets([now]).open(anew, 'member 1')).toEqual(secret)
    expect(createSealedSecrets([now]).open(kept, 'member 1')).toBeUndefined()
  })
})
