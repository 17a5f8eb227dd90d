import { CompactEncrypt, compactDecrypt } from 'jose'

export type SealedNotes = ReturnType<typeof createSealedNotes>

/**
 * Notes that a browser keeps for us and cannot read or change: AES-256-GCM in a JWE. The first key
 * seals, every key opens. A note that is too old, altered or sealed by another key opens as
 * undefined.
 */
export function createSealedNotes({ keys, now }: { keys: readonly Uint8Array[]; now: () => Date }) {
  const [newest] = keys
  if (!newest) throw new Error('sealing needs a key')
  const seconds = () => Math.floor(now().getTime() / 1000)

  async function openWith(key: Uint8Array, sealed: string) {
    const { plaintext } = await compactDecrypt(sealed, key, {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    const { text, expiresAt } = JSON.parse(new TextDecoder().decode(plaintext)) as {
      text: string
      expiresAt: number
    }
    return expiresAt > seconds() ? text : undefined
  }

  return {
    seal: (text: string, lifetimeSeconds: number) =>
      new CompactEncrypt(
        new TextEncoder().encode(JSON.stringify({ text, expiresAt: seconds() + lifetimeSeconds })),
      )
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .encrypt(newest),
    async open(sealed: string) {
      for (const key of keys) {
        try {
          return await openWith(key, sealed)
        } catch {
          // Altered, or sealed by another key.
        }
      }
      return undefined
    },
  }
}
