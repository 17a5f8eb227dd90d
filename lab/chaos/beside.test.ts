import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findBeside } from './beside.ts'

const SETTINGS = {
  'server/settings/settings.ts': 'TEST_LEDGER_URL =stop',
  'server/admission/callers.ts': 'const lookUp',
  'server/checkout/payments/give-up-payment.ts': 'giveUpPayment',
}

function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'hc-beside-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

function write(folder: string, files: Record<string, string>) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** A project with one commit for each of these changes; answers with the revisions, too. */
function aProject(changes: Record<string, string>[]) {
  const folder = aFolder()
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      encoding: 'utf8',
    }).trim()
  git('init', '--quiet')
  const revisions = changes.map((files) => {
    write(folder, files)
    git('add', '.')
    git('-c', 'commit.gpgsign=false', 'commit', '--quiet', '--message', 'a change')
    return git('rev-parse', 'HEAD')
  })
  return { folder, revisions }
}

const migration = (number: number) => ({ [`server/postgres/migrations/000${number}-a.sql`]: '' })

describe.skipIf(spawnSync('git', ['--version']).error)(
  'reliability: chaos, the older version beside',
  () => {
    test('the older version is the oldest that starts on today’s schema and can be set up', async () => {
      const { folder, revisions } = aProject([
        { ...migration(1), ...SETTINGS },
        { ...migration(2), 'server/settings/settings.ts': '' },
        SETTINGS,
        { 'server/one.ts': '1' },
        { 'server/one.ts': '2' },
      ])
      expect(await findBeside(folder, 'oldest')).toEqual({ revision: revisions[2] })
    })
    test('the version before the newest migration is the older one, once it works on newer schemas', async () => {
      const { folder, revisions } = aProject([
        { ...migration(1), ...SETTINGS, 'server/postgres/migrations.ts': 'oldest_service' },
        migration(2),
        { 'server/one.ts': '1' },
      ])
      expect(await findBeside(folder, 'oldest')).toEqual({ revision: revisions[0] })
    })
    test('the older version may be named, if it has the same schema', async () => {
      const { folder, revisions } = aProject([migration(1), migration(2), SETTINGS])
      expect(await findBeside(folder, 'HEAD~1')).toEqual({ revision: revisions[1] })
      expect(await findBeside(folder, 'HEAD~2')).toEqual({ skipped: 'HEAD~2 has another schema' })
      expect(await findBeside(folder, 'v9')).toEqual({ skipped: 'the history here has no v9' })
    })
    test('there is no older version where history has none, and the reason is told', async () => {
      const { folder } = aProject([{ ...migration(1), ...SETTINGS }])
      expect(await findBeside(folder, 'oldest')).toEqual({
        skipped: 'the history here has no older version with this schema',
      })
      const unpacked = aFolder()
      write(unpacked, migration(1))
      expect(await findBeside(unpacked, 'oldest')).toEqual({
        skipped: 'there is no git history here',
      })
    })
  },
)
