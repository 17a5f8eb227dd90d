import { parseArgs } from 'node:util'
import { readSigned } from '../auth/backup-signatures.ts'
import { nameOfKey } from '../auth/key-material.ts'
import type { Config } from '../config.ts'
import { createDumpReader } from '../postgres/backup/dump-reader.ts'
import { loadDump } from '../postgres/backup/load-dump.ts'
import { makeScratchDatabase } from '../postgres/backup/scratch-database.ts'
import { columns, text } from '../postgres/columns.ts'
import { openConnection } from '../postgres/database.ts'
import { ALWAYS, findBroken } from '../postgres/upkeep/invariants.ts'
import { findSigningKeys, openSecrets } from '../settings/secrets.ts'
import { toOneLine } from '../reporting/terminal-text.ts'
import { readKeyFile } from './backup-keys.ts'
import { compareBooks } from './compare-books.ts'
import { decompress, openBackupFile } from './open-backup-file.ts'
import { findDatabase } from './operators-database.ts'
import { runCommand } from './run-command.ts'
import { sayLeftOut } from './say-left-out.ts'

const DAY_MS = 86_400_000

const BROKEN = columns({ id: text('id') })

/**
 * `npm run restore -- --from <file> [--identity <file>] [--signing-key <file>] [--unsigned] [--verify]
 * [--scratch]`: makes an empty database what the backup says, once `TOKEN_SIGNING_KEY` or the key in
 * the file of `signing-key` has shown who wrote it. `unsigned`: without that. `identity`: the file with
 * the key of age, for a backup that is encrypted. `scratch`: into a database beside that of
 * `DATABASE_URL`, which is dropped in the end, to see that the backup can be restored. With `--verify`
 * it checks what always holds, compares the provider's books with the orders since the backup, and
 * says what it could not compare: what the backup could not know is listed order by order. Exit code
 * 0: all is well, 1: restored, and something was listed, 2: failure.
 */
await runCommand(async (config, opening) => {
  const { from, identity, verify, unsigned, scratch, 'signing-key': keyFile } = parseOptions()
  const file = await openBackupFile(from, { identity, opening })
  const keys = unsigned ? undefined : await findKeys(config, keyFile)
  const read = () => (keys ? readSigned(file.read(), keys) : file.read())
  if (keys) await drain(read())
  else console.log('Unsigned: nothing shows who wrote this backup, or that it is unchanged')
  const connection = scratch
    ? await makeScratchDatabase(await findDatabase(config, opening), opening)
    : await findDatabase(config, opening, { isNew: true })
  // What is loaded is read anew, and checked again before it is committed.
  const reader = createDumpReader(decompress(read()))
  const { header, rows } = await loadDump(connection, reader)
  console.log(`Restored ${rows} rows, as they were at ${header.takenAt}`)
  if (!verify) return
  let found = await sayForeignKey(config, header.signingKey)
  found += await sayBroken(connection)
  const days = Math.ceil((Date.now() - Date.parse(header.takenAt)) / DAY_MS) + 1
  await sayLeftOut(connection, { config, days })
  found += await compareBooks(config, { connection, days, opening })
  process.exitCode = found > 0 ? 1 : 0
})

function parseOptions() {
  const { from, ...others } = parseArgs({
    options: {
      from: { type: 'string' },
      identity: { type: 'string' },
      'signing-key': { type: 'string' },
      unsigned: { type: 'boolean', default: false },
      verify: { type: 'boolean', default: false },
      scratch: { type: 'boolean', default: false },
    },
  }).values
  if (from === undefined) throw new Error('--from is needed: the file of the backup')
  return { from, ...others }
}

async function findKeys(config: Config, keyFile: string | undefined) {
  const given = keyFile === undefined ? [] : await readKeyFile(keyFile)
  return [...given, ...(await findSigningKeys(config))]
}

async function drain(stream: AsyncIterable<unknown>) {
  for await (const chunk of stream) void chunk
}

/** What was sealed with another key stays shut: second factors, and the secrets of webhooks. */
async function sayForeignKey(config: Config, expected: string) {
  const { tokenSigningKeys } = await openSecrets(config)
  if (tokenSigningKeys.map(nameOfKey).includes(expected)) return 0
  console.log('TOKEN_SIGNING_KEY is not the one of the backup: what it sealed cannot be opened')
  return 1
}

async function sayBroken(connection: Parameters<typeof openConnection>[0]) {
  const db = await openConnection(connection)
  try {
    const broken = await findBroken(
      (statement) => BROKEN.rows(db, { text: statement, values: [] }),
      ALWAYS,
    )
    for (const [name, rows] of Object.entries(broken))
      console.log(toOneLine(`${name}: broken by ${rows.map(({ id }) => id).join(', ')}`))
    return Object.keys(broken).length
  } finally {
    await db.close()
  }
}
