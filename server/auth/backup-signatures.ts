import { type Hmac, createHmac, timingSafeEqual } from 'node:crypto'
import { deriveBackupKey, nameOfKey } from './key-material.ts'

const NAME_BYTES = 8
const MAC_BYTES = 32

/**
 * A frame of 40 bytes that programs for zstd skip (RFC 8878, 3.1.2): the name of the key, and the
 * HMAC-SHA-256 of all before it.
 */
const FRAME = Buffer.from([0x5c, 0x2a, 0x4d, 0x18, NAME_BYTES + MAC_BYTES, 0, 0, 0])
const SIGNATURE_BYTES = FRAME.length + NAME_BYTES + MAC_BYTES

const hmacOf = (material: string) => createHmac('sha256', deriveBackupKey(material))

const toBeginning = (material: string) =>
  Buffer.concat([FRAME, Buffer.from(nameOfKey(material), 'hex')])

/** `content`, a stream of zstd, and behind it its signature. */
export async function* signBackup(content: AsyncIterable<Uint8Array>, material: string) {
  const hmac = hmacOf(material)
  for await (const chunk of content) {
    hmac.update(chunk)
    yield chunk
  }
  const beginning = toBeginning(material)
  yield Buffer.concat([beginning, hmac.update(beginning).digest()])
}

/**
 * The content of a signed backup. Who reads it to its end knows that it is what was signed.
 * @throws {Error} at the end, when none of the keys has signed it
 */
export async function* readSigned(
  stored: AsyncIterable<Uint8Array>,
  materials: string[],
): AsyncGenerator<Uint8Array> {
  const hmacs = new Map(materials.map((material) => [material, hmacOf(material)]))
  let held = Buffer.alloc(0)
  for await (const chunk of stored) {
    held = Buffer.concat([held, chunk])
    const content = held.subarray(0, Math.max(0, held.length - SIGNATURE_BYTES))
    held = held.subarray(content.length)
    for (const hmac of hmacs.values()) hmac.update(content)
    if (content.length > 0) yield content
  }
  assertSigned(held, hmacs)
}

function assertSigned(signature: Buffer, hmacs: Map<string, Hmac>) {
  if (signature.length < SIGNATURE_BYTES || !signature.subarray(0, FRAME.length).equals(FRAME))
    throw new Error(
      'The backup has no signature: it is cut off, changed, or from before backups were signed. --unsigned restores it unchecked.',
    )
  const beginning = signature.subarray(0, -MAC_BYTES)
  const mac = signature.subarray(-MAC_BYTES)
  for (const hmac of hmacs.values())
    if (timingSafeEqual(hmac.update(beginning).digest(), mac)) return
  const name = beginning.subarray(FRAME.length).toString('hex')
  if ([...hmacs.keys()].some((material) => nameOfKey(material) === name))
    throw new Error('The backup is not what was signed: it was changed or damaged.')
  throw new Error(
    `No key here has signed the backup (its key is ${name}): set the TOKEN_SIGNING_KEY of the service that wrote it, or name a file with that key by --signing-key.`,
  )
}
