import { createRecent } from '../admission/recent.ts'
import { createBuyerTokens } from '../auth/buyer-tokens.ts'
import { deriveDraftKey } from '../auth/key-material.ts'
import { createSealedNotes } from '../auth/sealed-notes.ts'
import { createDrafts } from '../web/drafts.ts'
import { loadWidgetAssets } from '../web/widget-assets.ts'
import { WIDGET_DIRECTORY } from '../widget-directory.ts'
import type { Ground } from './open-ground.ts'

/** Sessions whose pages are looked at after their end; about 100 bytes each. */
const MAX_SEEN_ENDED = 5_000

export type BuyerSide = Awaited<ReturnType<typeof openBuyerSide>>

/** What buyers' pages are made of, and what they hold. */
export async function openBuyerSide({ secrets, urls, now }: Ground) {
  const materials = secrets.tokenSigningKeys
  return {
    buyerTokens: await createBuyerTokens({ materials, issuer: urls.checkoutUrl }),
    drafts: createDrafts(createSealedNotes({ keys: materials.map(deriveDraftKey), now })),
    seenEnded: createRecent<true>(MAX_SEEN_ENDED),
    assets: loadWidgetAssets(WIDGET_DIRECTORY),
  }
}
