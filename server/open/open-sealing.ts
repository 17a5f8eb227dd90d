import {
  deriveDraftKey,
  deriveNoteKey,
  deriveSecondFactorKey,
  deriveWebhookKey,
} from '../auth/key-material.ts'
import { createPasskeys } from '../auth/passkeys.ts'
import { createSealedNotes } from '../auth/sealed-notes.ts'
import { createSealedSecrets } from '../auth/sealed-secrets.ts'
import { createDrafts } from '../web/drafts.ts'

/** What browsers and the record keep for us sealed, under keys of this material. */
export function openSealing(
  materials: string[],
  { baseUrl, now }: { baseUrl: string; now: () => Date },
) {
  const sealedNotes = createSealedNotes({ keys: materials.map(deriveNoteKey), now })
  return {
    sealedNotes,
    drafts: createDrafts(createSealedNotes({ keys: materials.map(deriveDraftKey), now })),
    sealedSecrets: createSealedSecrets(materials.map(deriveSecondFactorKey)),
    webhookSecrets: createSealedSecrets(materials.map(deriveWebhookKey)),
    passkeys: createPasskeys({ baseUrl, sealedNotes }),
  }
}
