import { deriveNoteKey, deriveSecondFactorKey } from './auth/key-material.ts'
import { createPasskeys } from './auth/passkeys.ts'
import { createSealedNotes } from './auth/sealed-notes.ts'
import { createSealedSecrets } from './auth/sealed-secrets.ts'

/** What members' browsers and the record keep for us sealed, under keys of this material. */
export function openSealing(materials: string[], { baseUrl }: { baseUrl: string }) {
  const sealedNotes = createSealedNotes({
    keys: materials.map(deriveNoteKey),
    now: () => new Date(),
  })
  return {
    sealedNotes,
    sealedSecrets: createSealedSecrets(materials.map(deriveSecondFactorKey)),
    passkeys: createPasskeys({ baseUrl, sealedNotes }),
  }
}
