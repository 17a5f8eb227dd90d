import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable, pipeline } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import { Decrypter } from 'age-encryption'
import { readIdentities } from './backup-identity.ts'

/** Begins every file that age has encrypted. */
const AGE = 'age-encryption.org/'

type ByteStream = AsyncIterable<Uint8Array>

/**
 * Opens the file of a backup. `read` reads what age has encrypted in it, or the file itself, each time
 * from its beginning. `identity`: the file with the key of age.
 * @throws {Error} when it is no file: a pipe cannot be read twice, and a device never ends
 */
export async function openBackupFile(
  file: string,
  { identity, opening }: { identity: string | undefined; opening: AsyncDisposableStack },
): Promise<{ read: () => ByteStream }> {
  // Opening a pipe would wait for its writer.
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK)
  opening.defer(() => handle.close())
  if (!(await handle.stat()).isFile())
    throw new Error(`--from: ${file} is no file: copy the backup into one first`)
  const { buffer } = await handle.read(Buffer.alloc(AGE.length), 0, AGE.length, 0)
  const read = () => handle.createReadStream({ start: 0, autoClose: false })
  if (buffer.toString() !== AGE) return { read }
  if (identity === undefined) throw new Error('The backup is encrypted: --identity is needed')
  const decrypter = new Decrypter()
  for (const key of await readIdentities(identity)) decrypter.addIdentity(key)
  return { read: () => decrypt(decrypter, read()) }
}

async function* decrypt(decrypter: Decrypter, stored: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* await decrypter.decrypt(Readable.toWeb(stored))
  } catch (error) {
    throw new Error(`The backup cannot be decrypted: ${String(error)}`, { cause: error })
  }
}

/** Who reads the result hears of a failure of the source, too. */
export async function* decompress(stored: ByteStream): AsyncGenerator<Buffer> {
  try {
    yield* pipeline(stored, createZstdDecompress(), () => undefined)
  } catch (error) {
    throw isOfZstd(error) ? new Error(`The backup cannot be unpacked: ${error.message}.`) : error
  }
}

const isOfZstd = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z')
