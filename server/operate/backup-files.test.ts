import { execFileSync } from 'node:child_process'
import { lstat, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { zstdCompressSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { readKeyFile } from './backup-keys.ts'
import { decompress, openBackupFile } from './open-backup-file.ts'
import { findRecipient } from './backup-identity.ts'
import { nameBackup, removeOlder } from './kept-backups.ts'
import { describeLeftOut } from './say-left-out.ts'
import { writeBackupFile } from './write-backup-file.ts'

const folder = await mkdtemp(join(tmpdir(), 'hc-backup-files-'))
afterAll(() => rm(folder, { recursive: true }))

const inFolder = (name: string) => join(folder, name)

async function* parts(...texts: string[]) {
  for (const each of texts) yield Buffer.from(each)
}

async function* failing() {
  yield Buffer.from('begun')
  throw new Error('the database is gone')
}

const names = async () => (await readdir(folder)).toSorted()

describe('contract §1: the file of a backup', () => {
  test('it appears when it is whole, for its owner alone, and replaces nothing', async () => {
    const file = inFolder('today')
    await writeBackupFile(file, parts('first', '!'))
    expect((await lstat(file)).mode & 0o777).toBe(0o600)
    await expect(writeBackupFile(file, parts('second'))).rejects.toThrow(/today is there already/)
    expect(await readFile(file, 'utf8')).toBe('first!')
    await expect(writeBackupFile(inFolder('broken'), failing())).rejects.toThrow(
      'the database is gone',
    )
    expect(await names()).toEqual(['today'])
  })

  test('what comes while it is written is left as it is', async () => {
    const file = inFolder('late')
    async function* overtaken() {
      yield Buffer.from('ours')
      await writeFile(file, 'of somebody')
    }
    await expect(writeBackupFile(file, overtaken())).rejects.toThrow(/late is there already/)
    expect(await readFile(file, 'utf8')).toBe('of somebody')
    expect(await names()).not.toContain('late.partial')
  })

  test('what is asked to stop leaves no unfinished file', async () => {
    async function* stopped() {
      yield Buffer.from('begun')
      process.emit('SIGTERM', 'SIGTERM')
      for (;;) yield Buffer.from('more')
    }
    const listeners = process.listenerCount('SIGTERM')
    await expect(writeBackupFile(inFolder('stopped'), stopped())).rejects.toThrow(
      'Stopped by SIGTERM',
    )
    expect(process.listenerCount('SIGTERM')).toBe(listeners)
    expect(await names()).not.toContain('stopped.partial')
  })

  test('a link, a pipe, a folder or what another has made is left as it is', async () => {
    const target = inFolder('target')
    await writeFile(target, 'of somebody')
    await symlink(target, inFolder('link'))
    await symlink(target, inFolder('new.partial'))
    await writeFile(inFolder('prepared.partial'), 'open to all')
    await mkdir(inFolder('folder'))
    execFileSync('mkfifo', [inFolder('pipe')])
    const before = await names()
    for (const [name, reason] of [
      ['link', /link is there already/],
      ['pipe', /pipe is there already/],
      ['folder', /folder is there already/],
      ['new', /new\.partial is there already/],
      ['prepared', /prepared\.partial is there already/],
    ] as const)
      await expect(writeBackupFile(inFolder(name), parts('x'))).rejects.toThrow(reason)
    expect(await names()).toEqual(before)
    expect(await readFile(target, 'utf8')).toBe('of somebody')
    expect(await readFile(inFolder('prepared.partial'), 'utf8')).toBe('open to all')
  })

  test('it is read as often as needed, and what is no file is not opened', async () => {
    await using opening = new AsyncDisposableStack()
    const from = inFolder('from')
    await writeFile(from, zstdCompressSync('of the database'))
    const { read } = await openBackupFile(from, { identity: undefined, opening })
    for (let time = 0; time < 2; time++)
      expect((await buffer(decompress(read()))).toString()).toBe('of the database')
    await writeFile(inFolder('age'), 'age-encryption.org/v1\n')
    for (const [file, reason] of [
      [inFolder('pipe'), /is no file/],
      [folder, /is no file/],
      ['/dev/zero', /is no file/],
      [inFolder('age'), /--identity is needed/],
    ] as const)
      await expect(openBackupFile(file, { identity: undefined, opening })).rejects.toThrow(reason)
    const unpacked = buffer(decompress(parts('no zstd')))
    await expect(unpacked).rejects.toThrow(/^The backup cannot be unpacked/)
    await expect(buffer(decompress(failing()))).rejects.toThrow('the database is gone')
  })

  test('of the files that it named, the newest stay, and of others all', async () => {
    const kept = await mkdtemp(inFolder('kept-'))
    const nameOf = (day: number) => basename(nameBackup(kept, new Date(Date.UTC(2026, 10, day))))
    for (const day of [1, 2, 3, 4, 5]) await writeFile(join(kept, nameOf(day)), 'a backup')
    await writeFile(join(kept, `${nameOf(1)}.partial`), 'killed')
    await writeFile(join(kept, `${nameOf(6)}.partial`), 'being written')
    await mkdir(join(kept, nameOf(0)))
    const others = ['today', 'hosted-checkout-2020.backup', `old-${nameOf(1)}`, `${nameOf(1)}.gpg`]
    for (const name of others) await writeFile(join(kept, name), 'of somebody')
    // The clock was set back: it counts as the newest.
    const written = join(kept, nameOf(2))
    expect(await removeOlder(written, 2)).toBe(4)
    expect((await readdir(kept)).toSorted()).toEqual(
      [...others, nameOf(0), nameOf(2), nameOf(5), `${nameOf(6)}.partial`].toSorted(),
    )
    await expect(removeOlder(written, 2)).resolves.toBe(0)
  })

  test('the key that it is encrypted for is made once, for its owner alone', async () => {
    const file = inFolder('identity')
    const recipient = await findRecipient(file)
    expect(recipient).toMatch(/^age1/)
    expect((await lstat(file)).mode & 0o777).toBe(0o600)
    await expect(findRecipient(file)).resolves.toBe(recipient)
    await writeFile(file, 'no key')
    await expect(findRecipient(file)).rejects.toThrow(/^--identity: .* has no key of age/)
    await expect(findRecipient(inFolder('none/identity'))).rejects.toThrow('ENOENT')
  })

  test('the file of a key has one, or two of a rotation', async () => {
    const file = inFolder('key')
    const [one, two] = ['1'.repeat(32), '2'.repeat(32)]
    await writeFile(file, `${one}\n`)
    expect(await readKeyFile(file)).toEqual([one])
    await writeFile(file, `${one},${two}`)
    expect(await readKeyFile(file)).toEqual([one, two])
    await writeFile(file, one.slice(1))
    await expect(readKeyFile(file)).rejects.toThrow(/^--signing-key: .*at least 32 characters/)
  })
})

describe('contract §1: what restore --verify does not compare', () => {
  const stripe = { secretKey: 'sk', publishableKey: 'pk', webhookSecrets: ['w'] } as never
  const set = { stripe, testLedgerUrl: 'postgres://books' }
  const unset = { stripe: undefined, testLedgerUrl: undefined }
  const now = new Date('2026-11-28T12:00:00Z')

  test('it is said of each provider', () => {
    const captured = { payments: 7, older: 0 }
    const comparing = { config: unset, days: 3, now }
    expect(describeLeftOut({ ...captured, provider: 'stripe' }, comparing)).toEqual([
      'all 7 payments of stripe, whose keys are not set',
    ])
    expect(describeLeftOut({ ...captured, provider: 'test' }, comparing)).toEqual([
      'all 7 payments of the test provider, whose books came with the backup',
    ])
  })

  test.each([
    { provider: 'test', days: 3, older: 0, said: [] },
    { provider: 'stripe', days: 90, older: 0, said: [] },
    {
      provider: 'test',
      days: 90,
      older: 1,
      said: [/^1 payments of test from before 2026-08-30, .* since 2026-08-30$/],
    },
    {
      provider: 'stripe',
      days: 3,
      older: 2,
      said: [/^2 payments of stripe from before 2026-11-25, .* since 2026-11-25$/],
    },
    {
      provider: 'stripe',
      days: 90,
      older: 2,
      said: [/^2 payments of stripe from before 2026-08-30, .* since 2026-10-29$/],
    },
  ] as const)(
    'of $days days and $older older payments of $provider',
    ({ provider, days, older, said }) => {
      const lines = describeLeftOut({ provider, payments: 7, older }, { config: set, days, now })
      expect(lines).toEqual(said.map((line) => expect.stringMatching(line)))
    },
  )
})
