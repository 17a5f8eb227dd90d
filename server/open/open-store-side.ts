import { networksOf } from '../admission/client-address.ts'
import { takeFromNetworks } from '../admission/network-limits.ts'
import { createStoredKey } from '../auth/api-keys.ts'
import { createHashing } from '../auth/hashing.ts'
import { deriveNoteKey, deriveSecondFactorKey } from '../auth/key-material.ts'
import { createPasskeys } from '../auth/passkeys.ts'
import { type Passwords, createPasswords } from '../auth/passwords.ts'
import { createSealedNotes } from '../auth/sealed-notes.ts'
import { createSealedSecrets } from '../auth/sealed-secrets.ts'
import { createStoreLogin } from '../auth/store-login.ts'
import { createBackground } from '../background.ts'
import type { Config } from '../config.ts'
import type { KeyKind } from '../contract/platform.ts'
import { createPictureMaker } from '../pictures/picture-maker.ts'
import { type StoreRecords, openStoreRecords } from '../store-app/open-store-records.ts'
import { createImportReader } from '../store-app/products/import-reader.ts'
import { createTellOwners } from '../tell-owners.ts'
import { createRequestRecorder } from '../web/request-recorder.ts'
import type { Ground } from './open-ground.ts'
import { openMails } from './open-mails.ts'

export type StoreSide = ReturnType<typeof openStoreSide>

type StoreDeps = {
  ground: Ground
  opening: AsyncDisposableStack
  passwordCost: number | undefined
}

/** The store application's records and services, and its mails to members. */
export function openStoreSide(config: Config, { ground, opening, passwordCost }: StoreDeps) {
  const { pool, cache, events, urls, now } = ground
  const records = openStoreRecords(pool, cache.idleTimes)
  const requests = createRequestRecorder({ records: records.apiAccess, events })
  opening.defer(() => requests.close())
  const hashing = createHashing()
  opening.defer(() => hashing.close())
  const passwords = createPasswords({ hashing, cost: passwordCost })
  const pictures = createPictureMaker()
  opening.defer(() => pictures.close())
  const importReader = createImportReader()
  opening.defer(() => importReader.close())
  const background = createBackground((error) => events.backgroundFailed({ error }))
  opening.defer(() => background.close())
  const { mails, endSoon } = openMails(config, {
    events,
    limits: ground.mailLimits,
    storeRecords: records,
    inBackground: background.run,
  })
  opening.defer(endSoon)
  const materials = ground.secrets.tokenSigningKeys
  const sealedNotes = createSealedNotes({ keys: materials.map(deriveNoteKey), now })
  return {
    records,
    requests,
    passwords,
    login: createLogin(ground, { records, passwords }),
    pictures,
    importReader,
    background,
    mails,
    tellOwners: createTellOwners(mails, urls.baseUrl),
    keyRegeneration: {
      replaceKey: records.apiAccess.replaceKey,
      signals: cache.signals,
      createKey: (kind: KeyKind, { isTest }: { isTest: boolean }) =>
        createStoredKey(kind, { isTest, cell: config.cell }),
      tellOwners: mails.keyRegenerated,
    },
    sealedNotes,
    sealedSecrets: createSealedSecrets(materials.map(deriveSecondFactorKey)),
    passkeys: createPasskeys({ baseUrl: urls.baseUrl, sealedNotes }),
  }
}

const createLogin = (
  { cache: { limiter }, addressKey }: Ground,
  { records, passwords }: { records: StoreRecords; passwords: Passwords },
) =>
  createStoreLogin({
    findMember: records.accounts.findMember,
    passwords,
    limiter,
    limitNetwork: (address, limit) =>
      takeFromNetworks(limiter, networksOf(address, addressKey), limit),
  })

/** Seals secrets that are under an older key with the present one, in the background. */
export function sealFactorsAnew(
  { records, sealedSecrets, background }: StoreSide,
  { events }: Ground,
) {
  background.run(async () => {
    const { unreadable } = await records.secondFactors.sealAnew(sealedSecrets)
    if (unreadable > 0) events.secondFactorsUnreadable({ count: unreadable })
  })
}
