import { stat } from 'node:fs/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { type Hashing, type Caller, createHashing } from './hashing.ts'
import { createPasswords } from './passwords.ts'
import { createStoreLogin } from './store-login.ts'

let hashing: Hashing

afterEach(() => hashing.close())

const openLogin = (findMember: () => Promise<undefined> = async () => undefined) =>
  createStoreLogin({
    findMember,
    passwords: createPasswords({ hashing, cost: 2 ** 15 }),
    limiter: {
      take: async () => ({
        allowed: true,
        limit: 1,
        remaining: 1,
        resetSeconds: 0,
        retryAfterSeconds: 0,
      }),
    },
    limitNetwork: async () => undefined,
  })

const ATTEMPT = { email: 'ana@loom.example', password: 'x', address: '192.0.2.7' }
const BUSY = { type: 'limited', retryAfterSeconds: 2 }

/** Turns that last until they are told to end. */
function takeTurns() {
  const ended = Promise.withResolvers<undefined>()
  const begun: Caller[] = []
  const take = (caller: Caller) =>
    hashing.inTurn(caller, async () => {
      begun.push(caller)
      await ended.promise
    })
  return { take, begun, end: () => ended.resolve(undefined) }
}

describe('security §4: Sign-ins under way', () => {
  test('sign-ins keep nobody waiting who needs one of Node’s own threads', async () => {
    hashing = createHashing({ maxWaitMs: 60_000 })
    const login = openLogin()
    const order: string[] = []
    const signIns = Array.from({ length: 6 }, async (_, index) => {
      await login.signIn({ ...ATTEMPT, ...(index < 3 && { device: 'hers' }) })
      order.push('signed in')
    })
    // As many as there are threads, so that one of them would have to wait for a hash.
    const others = Array.from({ length: 4 }, async () => {
      await stat(import.meta.filename)
      order.push('read')
    })
    await Promise.all([...signIns, ...others])
    expect(order.slice(0, 4)).toEqual(['read', 'read', 'read', 'read'])
    expect(order).toHaveLength(10)
  })

  test('two sign-ins at most are under way, one of them of strangers', async () => {
    hashing = createHashing({ maxWaitMs: 60_000 })
    const { take, begun, end } = takeTurns()
    const turns = [take('stranger'), take('stranger'), take('known'), take('known')]
    await Promise.resolve()
    expect(begun).toEqual(['stranger', 'known'])
    end()
    await Promise.all(turns)
    expect(begun).toHaveLength(4)
  })

  test('sign-ins of known devices get in while strangers hold all that they may', async () => {
    hashing = createHashing({ maxWaitMs: 60_000 })
    const { take, begun, end } = takeTurns()
    const strangers = Array.from({ length: 5 }, () => take('stranger'))
    await expect(take('stranger')).rejects.toMatchObject({ code: 'busy' })
    expect(await openLogin().signIn(ATTEMPT)).toEqual(BUSY)
    expect(await openLogin().signIn({ ...ATTEMPT, device: 'hers' })).toEqual({ type: 'refused' })
    end()
    await Promise.all(strangers)
    expect(begun).toHaveLength(5)
  })

  test('a sign-in waits two seconds at most, looks up no account, and hears when to return', async () => {
    hashing = createHashing({ maxWaitMs: 20 })
    const { take, end } = takeTurns()
    const first = take('stranger')
    let lookups = 0
    const login = openLogin(async () => {
      lookups += 1
      return undefined
    })
    expect(await login.signIn(ATTEMPT)).toEqual(BUSY)
    expect(lookups).toBe(0)
    end()
    await first
    expect(await login.signIn(ATTEMPT)).toEqual({ type: 'refused' })
    expect(lookups).toBe(1)
  })

  test('sign-ins that wait when the service stops are put off', async () => {
    hashing = createHashing({ maxWaitMs: 60_000 })
    const { take, end } = takeTurns()
    const turns = [take('known'), take('known')]
    const late = take('known')
    await hashing.close()
    await expect(late).rejects.toMatchObject({ code: 'busy' })
    end()
    await Promise.all(turns)
  })
})
