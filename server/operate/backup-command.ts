import { Readable, pipeline } from 'node:stream'
import { parseArgs } from 'node:util'
import { createZstdCompress } from 'node:zlib'
import { Encrypter } from 'age-encryption'
import { signBackup } from '../auth/backup-signatures.ts'
import { nameOfKey } from '../auth/key-material.ts'
import { VARIABLES } from '../config.ts'
import { keepBackedUp } from '../postgres/common-settings.ts'
import type { DatabaseAddress } from '../postgres/connection/session.ts'
import { openPool } from '../postgres/database.ts'
import { writeDump } from '../postgres/backup/write-dump.ts'
import { openSecrets } from '../settings/secrets.ts'
import { secretsOf } from '../settings/environment.ts'
import { readKeyFile } from './backup-keys.ts'
import { reasonOf } from './doctor/finding.ts'
import { findDatabase } from './operators-database.ts'
import { runCommand } from './run-command.ts'
import { writeBackupFile } from './write-backup-file.ts'

/**
 * `npm run backup -- --to <file> [--recipient <age1…>] [--signing-key <file>]`: writes all rows, as they
 * are at one moment, into a file that only its owner can read, beside buyers who pay. It is compressed
 * by zstd, signed with `TOKEN_SIGNING_KEY` or the key in the file of `signing-key`, and encrypted by age
 * for the holder of the key of `recipient`. (Default: not encrypted.) The file appears when it is
 * whole. Exit code 0: done, 2: failure.
 */
await runCommand(async (config, opening) => {
  const {
    to,
    recipient,
    'signing-key': keyFile,
  } = parseArgs({
    options: {
      to: { type: 'string' },
      recipient: { type: 'string' },
      'signing-key': { type: 'string' },
    },
  }).values
  if (to === undefined) throw new Error('--to is needed: the file to write')
  const encrypt = encryptFor(recipient)
  const given = keyFile === undefined ? [] : await readKeyFile(keyFile)
  const connection = await findDatabase(config, opening)
  const [material = ''] = (await openSecrets(config)).tokenSigningKeys
  const dump = writeDump(connection, { signingKey: nameOfKey(material) })
  const packed = pipeline(dump, createZstdCompress(), () => undefined)
  const signed = signBackup(packed, given[0] ?? material)
  await writeBackupFile(to, encrypt(signed))
  console.log(`The backup is in ${to}`)
  await keepMoment(connection)
  console.log(
    `Not in it, and needed beside it: ${secretsOf(VARIABLES).join(', ')}, where they are set`,
  )
  if (config.givenSecrets.tokenSigningKeys === undefined)
    console.log(`The generated ones are files in ${config.dataDir}`)
})

/** The doctor and the metrics say how old the last backup is. */
async function keepMoment(connection: DatabaseAddress) {
  const pool = openPool(connection, { onIdleError: () => undefined })
  try {
    await keepBackedUp(pool)
  } catch (error) {
    console.log(`Doctor and metrics do not know of it: ${reasonOf(error)}`)
  } finally {
    await pool.close()
  }
}

/** @throws {Error} when the text is no recipient */
function encryptFor(recipient: string | undefined) {
  if (recipient === undefined) return (plain: AsyncIterable<Uint8Array>) => plain
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return async function* (plain: AsyncIterable<Uint8Array>) {
    yield* await encrypter.encrypt(Readable.toWeb(Readable.from(plain)))
  }
}
