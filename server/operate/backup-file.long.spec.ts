import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { zstdCompressSync } from 'node:zlib'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSigned } from '../auth/backup-signatures.ts'
import { runOperatorProgram } from '../testing/servers/operator-process.ts'
import { openSql } from '../testing/sql.ts'
import { createTestDatabase, anEmptyDatabase } from '../testing/servers/test-postgres.ts'
import { openBackupFile } from './open-backup-file.ts'

const KEY = 'signing key material of the tests'
const OTHER_KEY = 'signing key material of another machine'
const folder = await mkdtemp(join(tmpdir(), 'hc-backup-file-'))
const [file, sealed, identity] = ['today', 'sealed', 'identity'].map((name) =>
  join(folder, name),
) as [string, string, string]
const database = await createTestDatabase()

const run = (
  name: 'backup' | 'restore',
  { args, key = KEY, url = database.impatientUrl }: { args: string[]; key?: string; url?: string },
) => runOperatorProgram(name, { args, env: { DATABASE_URL: url, TOKEN_SIGNING_KEY: key } })

const backUp = (...args: string[]) => run('backup', { args })

/** Asks for a database that does not exist: what is refused for its file never comes to it. */
const restoreNowhere = (
  from: string,
  { args = [], key = KEY }: { args?: string[]; key?: string } = {},
) => run('restore', { args: ['--from', from, ...args], key, url: 'postgres://127.0.0.1:1/x' })

beforeAll(async () => {
  const secret = await generateIdentity()
  await writeFile(identity, `${secret}\n`)
  expect(await backUp('--to', file)).toMatchObject({ code: 0, stderr: '' })
  const args = ['--to', sealed, '--recipient', await identityToRecipient(secret)]
  expect(await backUp(...args)).toMatchObject({ code: 0, stderr: '' })
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

async function storesOf(url: string) {
  const sql = openSql(url)
  const rows = await sql.rows('select id from stores order by 1')
  await sql.close()
  return rows
}

async function flip(from: string, bit: number) {
  const bytes = await readFile(from)
  bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
  const flipped = `${from}-flipped`
  await writeFile(flipped, bytes)
  return flipped
}

/** Whether a restore would load this file. */
async function isAccepted(from: string) {
  await using opening = new AsyncDisposableStack()
  try {
    const { read } = await openBackupFile(from, { identity, opening })
    await buffer(readSigned(read(), [KEY]))
    return true
  } catch {
    return false
  }
}

describe('contract §8: restore checks a signature before it loads anything', () => {
  test.each([
    { what: 'a backup', from: file, reason: /is not what was signed/ },
    { what: 'an encrypted backup', from: sealed, reason: /cannot be decrypted/ },
  ])('a flipped bit anywhere in $what is noticed', async ({ from, reason }) => {
    expect(await isAccepted(from)).toBe(true)
    const bits = (await stat(from)).size * 8
    const accepted: number[] = []
    // The first and the last ones, and some of each part between.
    const tried = new Set([
      0,
      1,
      bits - 1,
      ...Array.from({ length: 300 }, () => Math.floor(Math.random() * bits)),
    ])
    for (const bit of tried) if (await isAccepted(await flip(from, bit))) accepted.push(bit)
    expect(accepted).toEqual([])
    const refused = await restoreNowhere(await flip(from, bits >> 1), {
      args: ['--identity', identity],
    })
    expect(refused).toMatchObject({ code: 2, lines: [], stderr: expect.stringMatching(reason) })
    expect(refused.stderr).toMatch(/^[^\n]+\n$/)
  })

  test('another machine needs the key, in its settings or in a file', async () => {
    const refused = await restoreNowhere(file, { key: OTHER_KEY })
    expect(refused).toMatchObject({
      code: 2,
      lines: [],
      stderr: expect.stringMatching(/^No key here has signed the backup .*--signing-key\.\n$/),
    })
    const keyFile = join(folder, 'key')
    await writeFile(keyFile, `${KEY}\n`)
    for (const given of [
      { key: `${OTHER_KEY},${KEY}` },
      { key: OTHER_KEY, args: ['--signing-key', keyFile] },
    ])
      expect((await restoreNowhere(file, given)).stderr).toContain('127.0.0.1')
    await writeFile(keyFile, 'short\n')
    expect((await restoreNowhere(file, { args: ['--signing-key', keyFile] })).stderr).toMatch(
      /^--signing-key: .* at least 32 characters\n$/,
    )
  })

  test('a backup that is signed with a key of its own is restored with that key', async () => {
    const keyFile = join(folder, 'own-key')
    await writeFile(keyFile, 'a key that signs backups and nothing else\n')
    const own = join(folder, 'own')
    expect(await backUp('--to', own, '--signing-key', keyFile)).toMatchObject({
      code: 0,
      stderr: '',
    })
    expect((await restoreNowhere(own)).stderr).toMatch(/^No key here/)
    const url = await anEmptyDatabase()
    const args = ['--from', own, '--signing-key', keyFile, '--verify']
    const restored = await run('restore', { args, url })
    expect(restored).toMatchObject({ code: 0, stderr: '' })
    expect(await storesOf(url)).toEqual(await storesOf(database.url))
  })

  test('what has no signature is restored with --unsigned alone, which says so', async () => {
    const unsigned = join(folder, 'unsigned')
    await writeFile(unsigned, (await readFile(file)).subarray(0, -48))
    expect(await restoreNowhere(unsigned)).toMatchObject({
      code: 2,
      lines: [],
      stderr: expect.stringContaining('--unsigned'),
    })
    const url = await anEmptyDatabase()
    const restored = await run('restore', { args: ['--from', unsigned, '--unsigned'], url })
    expect(restored).toMatchObject({ code: 0, stderr: '' })
    expect(restored.lines[0]).toMatch(/^Unsigned: nothing shows who wrote this backup/)
    expect(await storesOf(url)).toEqual(await storesOf(database.url))
  })

  test('zstd reads a signed backup', async () => {
    expect(execFileSync('zstd', ['-dc', file]).toString()).toMatch(
      /^-- Hosted Checkout, backup 1\n[^]*\n-- rows .*\n$/,
    )
  })

  test('what is no file, or no backup, is refused in one line', async () => {
    execFileSync('mkfifo', [join(folder, 'pipe')])
    const bomb = join(folder, 'bomb')
    await writeFile(bomb, zstdCompressSync(Buffer.alloc(256 * 1024 ** 2)))
    const text = join(folder, 'text')
    await writeFile(text, 'no backup at all, and no zstd either, in more than 48 bytes')
    for (const [from, reason] of [
      [folder, /is no file/],
      [join(folder, 'pipe'), /is no file/],
      ['/dev/zero', /is no file/],
      ['/dev/null', /is no file/],
      [join(folder, 'none'), /ENOENT/],
      [bomb, /has no signature/],
      [text, /has no signature/],
    ] as const) {
      const refused = await restoreNowhere(from)
      expect(refused).toMatchObject({ code: 2, lines: [], stderr: expect.stringMatching(reason) })
      expect(refused.stderr).toMatch(/^[^\n]+\n$/)
    }
    const url = await anEmptyDatabase()
    for (const [from, reason] of [
      [bomb, /longer than those of a backup/],
      [text, /cannot be unpacked/],
    ] as const)
      expect(await run('restore', { args: ['--from', from, '--unsigned'], url })).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(reason),
      })
  })
})

describe('contract §1: backup writes a file of its own', () => {
  const attempt = (to: string) => backUp('--to', to)

  test('a link and a pipe stay what they are', async () => {
    const target = join(folder, 'target')
    await writeFile(target, 'of somebody')
    const [link, pipe] = [join(folder, 'link'), join(folder, 'to-pipe')]
    await symlink(target, link)
    execFileSync('mkfifo', [pipe])
    for (const [to, reason] of [
      [link, /link is there already/],
      [pipe, /pipe is there already/],
    ] as const) {
      const refused = await attempt(to)
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(reason)])
    }
    expect(await readFile(target, 'utf8')).toBe('of somebody')
    expect((await stat(pipe)).isFIFO()).toBe(true)
    expect((await readdir(folder)).filter((name) => name.endsWith('.partial'))).toEqual([])
  })

  test('a file that another had ready, or a link with its name, is not written into', async () => {
    const to = join(folder, 'prepared')
    await writeFile(`${to}.partial`, 'open to all', { mode: 0o666 })
    const refused = await attempt(to)
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringMatching(/prepared\.partial is there already/),
    ])
    expect(await readFile(`${to}.partial`, 'utf8')).toBe('open to all')
    const linked = join(folder, 'linked')
    await symlink(join(folder, 'target'), `${linked}.partial`)
    expect((await attempt(linked)).code).toBe(2)
    expect(await readFile(join(folder, 'target'), 'utf8')).toBe('of somebody')
  })

  test('an older backup is never replaced', async () => {
    const before = await readFile(file)
    const refused = await attempt(file)
    expect([refused.code, refused.stderr]).toEqual([
      2,
      `--to: ${file} is there already, and a backup replaces nothing\n`,
    ])
    expect(await readFile(file)).toEqual(before)
  })

  test('in a folder it has a name of its own, and the newest stay, unless the new one failed', async () => {
    const kept = join(folder, 'kept')
    await mkdir(kept)
    const args = ['--to', kept, '--keep', '2']
    const written: string[] = []
    for (let count = 0; count < 3; count += 1) {
      const { code, stderr, lines } = await backUp(...args)
      expect([code, stderr]).toEqual([0, ''])
      written.push(lines[0]?.replace(`The backup is in ${kept}/`, '') ?? '')
      expect(lines.at(-1)).toBe(`${count > 1 ? 1 : 0} older files are removed, 2 backups stay`)
    }
    expect(await readdir(kept)).toEqual(written.slice(1))
    const failed = await run('backup', { args, url: 'postgres://127.0.0.1:1/x' })
    expect(failed.code).toBe(2)
    expect(await readdir(kept)).toEqual(written.slice(1))
    for (const [wrong, reason] of [
      [['--to', join(folder, 'new'), '--keep', '2'], /^--keep needs a folder/],
      [['--to', kept, '--keep', '0'], /^--keep is how many backups stay/],
    ] as const)
      expect((await backUp(...wrong)).stderr).toMatch(reason)
  })

  test('it is encrypted for a key that the first one makes, and a scratch database shows that it is whole', async () => {
    const [to, key] = [join(folder, 'own-identity'), join(folder, 'made-identity')]
    const { lines, stderr } = await backUp('--to', to, '--identity', key)
    expect([stderr, lines[0]]).toEqual(['', expect.stringContaining(`${key} has a new key`)])
    expect((await readFile(to)).subarray(0, 18).toString()).toBe('age-encryption.org')
    const url = await anEmptyDatabase()
    const args = ['--from', to, '--identity', key, '--scratch', '--verify']
    const restored = await run('restore', { args, url })
    expect(restored).toMatchObject({ code: 0, stderr: '' })
    expect(restored.lines[0]).toMatch(/^Restored \d+ rows/)
    const sql = openSql(url)
    const count = 'select count(*)::int as tables from pg_tables where schemaname = $$public$$'
    expect(await sql.rows(count)).toEqual([{ tables: 0 }])
    const left = 'select from pg_database where datname like $$%scratch$$'
    expect(await sql.rows(left)).toEqual([])
    await sql.close()
  })

  test('it says which release can restore it, also when that is not the one that made it', async () => {
    const knows =
      /^Restore it with a release that knows schema version \d+, as this one does \(.+\)$/
    expect((await backUp('--to', join(folder, 'ours'))).lines[1]).toMatch(knows)
    const other = await createTestDatabase()
    const sql = openSql(other.url)
    await sql.rows('insert into schema_migrations (version) values (9000)')
    const url = other.impatientUrl
    const ofOlder = async (name: string) => {
      const { lines } = await run('backup', { args: ['--to', join(folder, name)], url })
      return lines[1]
    }
    expect(await ofOlder('older')).toMatch(
      /version 9000, as the one that migrated the database does: this one \(.+\) knows \d+$/,
    )
    await sql.rows(
      `insert into common_settings (settings)
       values ('{"newest": {"schema": 9000, "release": "7.0.0, 1f2e3d"}}')`,
    )
    expect(await ofOlder('named')).toMatch(/version 9000, as 7\.0\.0, 1f2e3d does: this one/)
    await sql.close()
    await other.drop()
  })
})
