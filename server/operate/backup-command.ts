import { stat } from 'node:fs/promises'
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
import { newestVersion } from '../postgres/migrations.ts'
import { writeDump } from '../postgres/backup/write-dump.ts'
import { openSecrets } from '../settings/secrets.ts'
import { secretsOf } from '../settings/environment.ts'
import { findRecipient } from './backup-identity.ts'
import { readKeyFile } from './backup-keys.ts'
import { reasonOf } from './doctor/finding.ts'
import { nameBackup, removeOlder } from './kept-backups.ts'
import { findDatabase } from './operators-database.ts'
import { runCommand } from './run-command.ts'
import { sayWhoRestores } from './say-who-restores.ts'
import { writeBackupFile } from './write-backup-file.ts'

/**
 * `npm run backup -- --to <file or folder> [--keep <count>] [--recipient <age1…>] [--identity <file>]
 * [--signing-key <file>]`: writes all rows, as they are at one moment, into a file that only its owner
 * can read, beside buyers who pay. It is compressed by zstd, signed with `TOKEN_SIGNING_KEY` or the key
 * in the file of `signing-key`, and encrypted by age for the holder of the key of `recipient`, or of
 * that in the file of `identity`, which the first backup makes. (Default: not encrypted.) The file
 * appears when it is whole, and replaces nothing. In a folder it has its moment as a name; with `keep`
 * only so many of these stay there. Exit code 0: done, 2: failure.
 */
await runCommand(async (config, opening) => {
  const { to, keep, encrypt, keyFile } = await readOptions()
  const given = keyFile === undefined ? [] : await readKeyFile(keyFile)
  const connection = await findDatabase(config, opening)
  const [material = ''] = (await openSecrets(config)).tokenSigningKeys
  let schema = 0
  const dump = writeDump(
    connection,
    { signingKey: nameOfKey(material) },
    (version) => (schema = version),
  )
  const packed = pipeline(dump, createZstdCompress(), () => undefined)
  const signed = signBackup(packed, given[0] ?? material)
  await writeBackupFile(to, encrypt(signed))
  console.log(`The backup is in ${to}`)
  const common = await keepMoment(connection)
  const newest = await newestVersion()
  console.log(`Restore it with ${sayWhoRestores({ schema, newest, latest: common?.newest })}`)
  console.log(
    `Not in it, and needed beside it: ${secretsOf(VARIABLES).join(', ')}, where they are set`,
  )
  if (config.givenSecrets.tokenSigningKeys === undefined)
    console.log(`The generated ones are files in ${config.dataDir}`)
  if (keep !== undefined)
    console.log(`${await removeOlder(to, keep)} older files are removed, ${keep} backups stay`)
})

async function readOptions() {
  const {
    to,
    keep,
    recipient,
    identity,
    'signing-key': keyFile,
  } = parseArgs({
    options: {
      to: { type: 'string' },
      keep: { type: 'string' },
      recipient: { type: 'string' },
      identity: { type: 'string' },
      'signing-key': { type: 'string' },
    },
  }).values
  if (to === undefined) throw new Error('--to is needed: the file to write, or its folder')
  if (recipient !== undefined && identity !== undefined)
    throw new Error('--recipient and --identity both say who may read: give one of them')
  const isFolder = (await stat(to).catch(() => undefined))?.isDirectory() ?? false
  if (keep !== undefined && !isFolder)
    throw new Error(`--keep needs a folder, whose backups it counts, and ${to} is not a folder`)
  if (keep !== undefined && !/^[1-9]\d{0,3}$/.test(keep))
    throw new Error('--keep is how many backups stay, from 1 to 9999')
  return {
    to: isFolder ? nameBackup(to, new Date()) : to,
    keep: keep === undefined ? undefined : Number(keep),
    encrypt: encryptFor(identity === undefined ? recipient : await findRecipient(identity)),
    keyFile,
  }
}

/** The doctor and the metrics say how old the last backup is. */
async function keepMoment(connection: DatabaseAddress) {
  const pool = openPool(connection, { onIdleError: () => undefined })
  try {
    return await keepBackedUp(pool)
  } catch (error) {
    console.log(`Doctor and metrics do not know of it: ${reasonOf(error)}`)
    return undefined
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
