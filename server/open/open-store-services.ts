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
import { createBackground } from '../rounds/background.ts'
import type { Config } from '../config.ts'
import type { KeyKind } from '../contract/platform/platform.ts'
import { createPictureMaker } from '../pictures/picture-maker.ts'
import { type StoreRecords, openStoreRecords } from '../store-app/open-store-records.ts'
import { createImportReader } from '../store-app/products/import/import-reader.ts'
import { createNotifyOwners } from '../reporting/notify-owners.ts'
import { createRequestRecorder } from '../web/requests/request-recorder.ts'
import type { Infrastructure } from './open-infrastructure.ts'
import { openMails } from './open-mails.ts'

export type StoreServices = ReturnType<typeof openStoreServices>

type StoreDeps = {
  infrastructure: Infrastructure
  opening: AsyncDisposableStack
  passwordCost: number | undefined
}

/** The store application's records and services, and its mails to members. */
export function openStoreServices(
  config: Config,
  { infrastructure, opening, passwordCost }: StoreDeps,
) {
  const { pool, cache, events, urls, now } = infrastructure
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
    limits: infrastructure.mailLimits,
    storeRecords: records,
    inBackground: background.run,
  })
  opening.defer(endSoon)
  const materials = infrastructure.secrets.tokenSigningKeys
  const createKey = (kind: KeyKind, { isTest }: { isTest: boolean }) =>
    createStoredKey(kind, { isTest, cell: config.cell })
  const sealedNotes = createSealedNotes({ keys: materials.map(deriveNoteKey), now })
  return {
    records,
    requests,
    passwords,
    login: createLogin(infrastructure, { records, passwords }),
    pictures,
    importReader,
    background,
    mails,
    notifyOwners: createNotifyOwners(mails, urls.baseUrl),
    keyRegeneration: {
      replaceKey: records.apiAccess.replaceKey,
      signals: cache.signals,
      createKey,
      notifyOwners: mails.keyRegenerated,
    },
    storeCreation: {
      createKey,
      createStore: infrastructure.records.createStore,
      ids: infrastructure.ids,
    },
    sealedNotes,
    sealedSecrets: createSealedSecrets(materials.map(deriveSecondFactorKey)),
    passkeys: createPasskeys({ baseUrl: urls.baseUrl, sealedNotes }),
  }
}

const createLogin = (
  { cache: { limiter }, addressKey }: Infrastructure,
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
  { records, sealedSecrets, background }: StoreServices,
  { events }: Infrastructure,
) {
  background.run(async () => {
    const { unreadable } = await records.secondFactors.sealAnew(sealedSecrets)
    if (unreadable > 0) events.secondFactorsUnreadable({ count: unreadable })
  })
}
