import { execFileSync } from 'node:child_process'
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { calculateJwkThumbprint } from 'jose'
import { describe, expect, test, vi } from 'vitest'
import { createBuyerTokens } from './buyer-tokens.ts'
import { deriveSealingKey, deriveSigningKey } from './key-material.ts'
import { createPasswords } from './passwords.ts'
import { hashingHere } from '../testing/store/quick-passwords.ts'

const MATERIAL = 'some secret text of more than 32 characters'
const NOW = new Date('2026-11-21T12:00:00.000Z')

describe('security §3: Key material', () => {
  test('the same text gives the same keys in another process', async () => {
    const module = new URL('key-material.ts', import.meta.url).href
    const script = `import { deriveSigningKey, deriveSealingKey } from ${JSON.stringify(module)}
      console.log(JSON.stringify([await deriveSigningKey(process.argv[1]), deriveSealingKey(process.argv[1], 'history').toString('hex')]))`
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', script, MATERIAL], {
      encoding: 'utf8',
    })
    expect(JSON.parse(output)).toEqual([
      await deriveSigningKey(MATERIAL),
      deriveSealingKey(MATERIAL, 'history').toString('hex'),
    ])
  })

  test('another text gives another signing key', async () => {
    const [key, other] = [await deriveSigningKey(MATERIAL), await deriveSigningKey(`${MATERIAL}.`)]
    expect(other.d).not.toBe(key.d)
    expect(other.kid).not.toBe(key.kid)
  })

  test('the keys of the two purposes have nothing in common', async () => {
    const key = await deriveSigningKey(MATERIAL)
    expect(deriveSealingKey(MATERIAL, 'history').toString('base64url')).not.toBe(key.d)
    expect(deriveSealingKey(MATERIAL, 'history')).toHaveLength(32)
  })

  test('a signing key is a valid key of P-256, named by its thumbprint', async () => {
    for (let index = 0; index < 20; index += 1) {
      const { kid, d = '', ...publicKey } = await deriveSigningKey(`${MATERIAL} ${index}`)
      expect(kid).toBe(await calculateJwkThumbprint(publicKey))
      const data = Buffer.from('text')
      const signature = sign(
        'sha256',
        data,
        createPrivateKey({ key: { ...publicKey, d }, format: 'jwk' }),
      )
      expect(
        verify('sha256', data, createPublicKey({ key: publicKey, format: 'jwk' }), signature),
      ).toBe(true)
    }
  })
})

describe('security §3: Buyer tokens', () => {
  const claims = { sessionId: 'cs_1', origin: 'hosted' }
  const issue = async (
    materials: string[],
    { sessionEndsAt = new Date(NOW.getTime() + 1_800_000), now = NOW } = {},
  ) =>
    (await createBuyerTokens({ materials, issuer: 'https://checkout.example' })).issue({
      ...claims,
      storeId: 'st_1',
      sessionEndsAt,
      now,
    })
  const isValid = async (materials: string[], token: string, now = NOW) =>
    (await createBuyerTokens({ materials, issuer: 'https://checkout.example' })).isValid(
      token,
      claims,
      now,
    )

  test('buyer tokens live 10 minutes, with 30 s for clocks that differ', async () => {
    const { token, expiresAt } = await issue([MATERIAL])
    expect(expiresAt).toEqual(new Date(NOW.getTime() + 600_000))
    const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
    expect(await isValid([MATERIAL], token, at(-29))).toBe(true)
    expect(await isValid([MATERIAL], token, at(629))).toBe(true)
    expect(await isValid([MATERIAL], token, at(631))).toBe(false)
    expect(await isValid([MATERIAL], token, at(-31))).toBe(false)
  })

  test('buyer tokens live no longer where they were found good before, and open no other session', async () => {
    const { token } = await issue([MATERIAL])
    const tokens = await createBuyerTokens({
      materials: [MATERIAL],
      issuer: 'https://checkout.example',
    })
    const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
    expect(await tokens.isValid(token, claims, at(0))).toBe(true)
    expect(await tokens.isValid(token, { ...claims, sessionId: 'cs_2' }, at(1))).toBe(false)
    expect(await tokens.isValid(token, { ...claims, origin: 'https://evil.example' }, at(1))).toBe(
      false,
    )
    expect(await tokens.isValid(token, claims, at(629))).toBe(true)
    expect(await tokens.isValid(token, claims, at(630))).toBe(false)
  })

  test('buyer tokens are believed by the process that has just signed them, and no longer than elsewhere', async () => {
    const tokens = await createBuyerTokens({ materials: [MATERIAL], issuer: 'https://c.example' })
    const sessionEndsAt = new Date(NOW.getTime() + 1_800_000)
    const verifying = vi.spyOn(crypto.subtle, 'verify')
    const { token } = await tokens.issue({ ...claims, storeId: 'st_1', sessionEndsAt, now: NOW })
    const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
    expect(await tokens.isValid(token, claims, at(629))).toBe(true)
    expect(await tokens.isValid(token, { ...claims, sessionId: 'cs_2' }, NOW)).toBe(false)
    expect(verifying).not.toHaveBeenCalled()
    expect(await tokens.isValid(token, claims, at(630))).toBe(false)
    expect(verifying).toHaveBeenCalledOnce()
    verifying.mockRestore()
  })

  test.each([
    [600, 600],
    [120, 420],
    [0, 300],
    [-200, 100],
    [-10_000, 60],
  ])('buyer tokens of a session with %i s left live %i s', async (left, lifetime) => {
    const { expiresAt } = await issue([MATERIAL], {
      sessionEndsAt: new Date(NOW.getTime() + left * 1000),
    })
    expect((expiresAt.getTime() - NOW.getTime()) / 1000).toBe(lifetime)
  })

  test('a signing key is changed in two steps without a token being refused', async () => {
    const [old, next] = [MATERIAL, `next ${MATERIAL}`]
    const { token: before } = await issue([old])
    const { token: between } = await issue([next, old])
    expect(await isValid([next, old], before)).toBe(true)
    expect(await isValid([next, old], between)).toBe(true)
    expect(await isValid([old, next], between)).toBe(true)
    expect(await isValid([next], between)).toBe(true)
    expect(await isValid([next], before)).toBe(false)
  })

  test('buyer tokens need a key', async () => {
    await expect(createBuyerTokens({ materials: [], issuer: 'x' })).rejects.toThrow('at least one')
  })
})

describe('security §3: Passwords', () => {
  test('passwords are kept with a salt of their own, at the same cost', async () => {
    const { hash } = createPasswords({ hashing: hashingHere })
    const [first, second] = await Promise.all([hash('correct horse'), hash('correct horse')])
    expect(first).toMatch(/^scrypt\$131072\$8\$1\$[\w-]{22}\$[\w-]{43}$/)
    expect(first).not.toBe(second)
    expect(first).not.toContain('horse')
  })
})
