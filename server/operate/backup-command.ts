import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { createZstdCompress } from 'node:zlib'
import { Encrypter } from 'age-encryption'
import { nameOfKey } from '../auth/key-material.ts'
import { VARIABLES } from '../config.ts'
import { writeDump } from '../postgres/backup/write-dump.ts'
import { openSecrets } from '../secrets.ts'
import { secretsOf } from '../settings/environment.ts'
import { findDatabase } from './operators-database.ts'
import { runCommand } from './run-command.ts'

/**
 * `npm run backup -- --to <file> [--recipient <age1…>]`: writes all rows, as they are at one moment,
 * into a file that only its owner can read, beside buyers who pay. It is compressed by zstd, and
 * encrypted by age for whoever has the key of `recipient`. (Default: not encrypted.) The file appears
 * when it is whole. Exit code 0: done, 2: failure.
 */
await runCommand(async (config, opening) => {
  const { to, recipient } = parseArgs({
    options: { to: { type: 'string' }, recipient: { type: 'string' } },
  }).values
  if (to === undefined) throw new Error('--to is needed: the file to write')
  const encrypt = encryptFor(recipient)
  const connection = await findDatabase(config, opening)
  const [material = ''] = (await openSecrets(config)).tokenSigningKeys
  const partial = `${to}.partial`
  try {
    await pipeline(
      writeDump(connection, { signingKey: nameOfKey(material) }),
      createZstdCompress(),
      encrypt,
      createWriteStream(partial, { mode: 0o600, flush: true }),
    )
    await rename(partial, to)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
  console.log(`The backup is in ${to}`)
  console.log(
    `Not in it, and needed beside it: ${secretsOf(VARIABLES).join(', ')}, where they are set`,
  )
  if (config.givenSecrets.tokenSigningKeys === undefined)
    console.log(`The generated ones are files in ${config.dataDir}`)
})

/** @throws {Error} when the recipient is none */
function encryptFor(recipient: string | undefined) {
  if (recipient === undefined) return new PassThrough()
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return async function* (plain: AsyncIterable<Uint8Array>) {
    yield* await encrypter.encrypt(Readable.toWeb(Readable.from(plain)))
  }
}
