import { createRecent } from '../cache/memory/recent.ts'
import { createBuyerTokens } from '../auth/buyer-tokens.ts'
import { deriveDraftKey } from '../auth/key-material.ts'
import { createSealedNotes } from '../auth/sealed-notes.ts'
import { createWithdrawalLinks } from '../auth/withdrawal-links.ts'
import { createDrafts } from '../web/drafts.ts'
import { openPublishedFiles } from '../postgres/published-files.ts'
import { publishFiles } from './published-files.ts'
import { lastingFiles, loadServedFiles } from '../web/answers/served-files.ts'
import { loadWidgetAssets } from '../web/answers/widget-assets.ts'
import { WIDGET_DIRECTORY } from '../web/answers/built-folders.ts'
import type { Infrastructure } from './open-infrastructure.ts'

/** How many ended sessions are remembered while buyers look at them; about 100 bytes each. */
const MAX_SEEN_ENDED = 5_000

export type BuyerServices = Awaited<ReturnType<typeof openBuyerServices>>

export async function openBuyerServices(
  { secrets, urls, now, pool }: Infrastructure,
  directory: URL = WIDGET_DIRECTORY,
) {
  const materials = secrets.tokenSigningKeys
  const assets = loadWidgetAssets(directory)
  const servedFiles = loadServedFiles(directory)
  return {
    buyerTokens: await createBuyerTokens({ materials, issuer: urls.checkoutUrl }),
    drafts: createDrafts(createSealedNotes({ keys: materials.map(deriveDraftKey), now })),
    withdrawalLinks: createWithdrawalLinks({ materials, now }),
    seenEnded: createRecent<true>(MAX_SEEN_ENDED),
    assets,
    servedFiles,
    publishedFiles: await publishFiles(openPublishedFiles(pool), lastingFiles(servedFiles, assets)),
  }
}
