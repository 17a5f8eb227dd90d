import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { VARIABLES, parseConfig } from '../config.ts'
import { secretsOf } from './environment.ts'

const folder = mkdtempSync(join(tmpdir(), 'settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, text: string) {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

describe('contract §2: a secret may stand in a file', () => {
  test('the secrets are those with a password, a key or a token in them', () => {
    expect(secretsOf(VARIABLES)).toEqual([
      'DATABASE_URL',
      'REDIS_URL',
      'PLATFORM_TOKEN',
      'TOKEN_SIGNING_KEY',
      'STRIPE_SECRET_KEY',
      'STRIPE_WEBHOOK_SECRET',
      'SMTP_URL',
    ])
  })

  test.each(['', '\n', '\r\n'])(
    'NAME_FILE is read without the line break at its end: %j',
    (end) => {
      const path = write('token', `${'t'.repeat(32)}${end}`)
      const { givenSecrets } = parseConfig({ PLATFORM_TOKEN_FILE: path })
      expect(givenSecrets.platformTokens).toEqual(['t'.repeat(32)])
    },
  )

  test('what the file holds is judged as the setting itself', () => {
    const path = write('short', 'short')
    expect(() => parseConfig({ PLATFORM_TOKEN_FILE: path })).toThrow(
      /^PLATFORM_TOKEN: must have at least 32 characters/,
    )
  })

  test('a file that is missing, empty or given beside the setting stops the start with its name', () => {
    const missing = join(folder, 'missing')
    expect(() => parseConfig({ SMTP_URL_FILE: missing })).toThrow(
      `SMTP_URL_FILE: ${missing} cannot be read (ENOENT)`,
    )
    const empty = write('empty', '\n')
    expect(() => parseConfig({ SMTP_URL_FILE: empty })).toThrow(`SMTP_URL_FILE: ${empty} is empty`)
    expect(() => parseConfig({ SMTP_URL_FILE: empty, SMTP_URL: 'smtp://a.example' })).toThrow(
      'SMTP_URL_FILE: is set together with SMTP_URL',
    )
  })
})

describe('contract §2: a misspelt setting is refused', () => {
  test.each([
    ['PORTS', 'PORT'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['REDIS_URI', 'REDIS_URL'],
    ['PLATFORM_TOKEN_FLIE', 'PLATFORM_TOKEN_FILE'],
    ['TRUST_PROXYS', 'TRUST_PROXY'],
  ])('%s is refused, and %s named', (name, meant) => {
    expect(() => parseConfig({ [name]: 'x' })).toThrow(
      `${name}: is no setting of this service: is ${meant} meant?`,
    )
  })

  test('what other programs keep in the environment is let alone', () => {
    const others = ['HOME', 'PATH', 'HOSTNAME', 'DATABASE_USER', 'REDIS_PORT', 'LOGNAME', 'PGPORT']
    expect(parseConfig(Object.fromEntries(others.map((name) => [name, 'x'])))).toEqual(
      parseConfig({}),
    )
  })
})
