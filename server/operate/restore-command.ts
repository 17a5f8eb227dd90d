import { createReadStream } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { Readable, pipeline } from 'node:stream'
import { parseArgs } from 'node:util'
import { createZstdDecompress } from 'node:zlib'
import { Decrypter } from 'age-encryption'
import { nameOfKey } from '../auth/key-material.ts'
import type { Config } from '../config.ts'
import { createDumpReader } from '../postgres/backup/dump-reader.ts'
import { loadDump } from '../postgres/backup/load-dump.ts'
import { openConnection } from '../postgres/database.ts'
import { ALWAYS, findBroken } from '../postgres/invariants.ts'
import { openSecrets } from '../secrets.ts'
import { compareBooks } from './compare-books.ts'
import { findDatabase } from './operators-database.ts'
import { runCommand } from './run-command.ts'

/** Begins every file that age has encrypted. */
const AGE = 'age-encryption.org/'

const DAY_MS = 86_400_000

/**
 * `npm run restore -- --from <file> [--identity <file>] [--verify]`: makes an empty database what the
 * backup says. `identity`: the file with the key of age, for a backup that is encrypted. With
 * `--verify` it checks what always holds, and compares the provider's books with the orders since the
 * backup: what the backup could not know is listed order by order. Exit code 0: all is well,
 * 1: restored, and something was listed, 2: failure.
 */
await runCommand(async (config, opening) => {
  const { from, identity, verify } = parseArgs({
    options: {
      from: { type: 'string' },
      identity: { type: 'string' },
      verify: { type: 'boolean', default: false },
    },
  }).values
  if (from === undefined) throw new Error('--from is needed: the file of the backup')
  const connection = await findDatabase(config, opening, { isNew: true })
  const reader = createDumpReader(await openBackup(from, identity))
  const { header, rows } = await loadDump(connection, reader)
  console.log(`Restored ${rows} rows, as they were at ${header.takenAt}`)
  if (!verify) return
  let found = await sayForeignKey(config, header.signingKey)
  found += await sayBroken(connection)
  const days = Math.ceil((Date.now() - Date.parse(header.takenAt)) / DAY_MS) + 1
  found += await compareBooks(config, { connection, days, opening })
  process.exitCode = found > 0 ? 1 : 0
})

async function openBackup(file: string, identity: string | undefined) {
  const handle = await open(file)
  const { buffer } = await handle.read(Buffer.alloc(AGE.length), 0, AGE.length, 0)
  await handle.close()
  const stored = createReadStream(file)
  if (buffer.toString() !== AGE) return decompress(stored)
  if (identity === undefined) throw new Error('The backup is encrypted: --identity is needed')
  const decrypter = new Decrypter()
  for (const line of (await readFile(identity, 'utf8')).split('\n'))
    if (line.startsWith('AGE-SECRET-KEY-')) decrypter.addIdentity(line.trim())
  return decompress(Readable.from(await decrypter.decrypt(Readable.toWeb(stored))))
}

/** Whoever reads the result hears of a failure of the source, too. */
function decompress(stored: Readable) {
  return pipeline(stored, createZstdDecompress(), () => undefined)
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
    const broken = await findBroken((text) => db.rows({ text, values: [] }), ALWAYS)
    for (const [name, rows] of Object.entries(broken))
      console.log(`${name}: broken by ${rows.map(({ id }) => id).join(', ')}`)
    return Object.keys(broken).length
  } finally {
    await db.close()
  }
}
