import type { Branding } from '../checkout/stores/branding.ts'
import { isOfCard, type SessionState } from '../../widget/session/checkout-state.ts'
import { languageOf } from '../../widget/i18n/catalogues.ts'
import { cardFormView } from '../../widget/views/card-form-view.ts'
import { view as checkoutView } from '../../widget/views/checkout-view.ts'
import { placedView } from '../../widget/views/placed-view.ts'
import { sessionTitle } from '../../widget/views/session-title.ts'
import { fillForm } from './filled-form.ts'
import { type Page, type Setting, bodyOf, pageOf, wrongFields } from './hosted-page.ts'
import { commonOf } from './page-beginnings.ts'
import { renderView } from './rendered-view.ts'

type CardPageContent = Setting & {
  state: SessionState
  detailsUrl: string
  /** Whether the buyer can only pay with script. (Default: no.) */
  needsScript?: boolean
  /** (Default: our own look.) */
  branding?: Branding | null | undefined
}

const isCardDeclined = (state: SessionState) =>
  state.type === 'ready' && state.problem?.type === 'declined' && isOfCard(state.problem.code)

/** The card form for buyers without script. It comes back only when something in it is wrong. */
export function renderCardPage(shown: CardPageContent): Page {
  const { assets, language, state, detailsUrl, needsScript = false, branding } = shown
  const { ui, message: beginning } = commonOf(assets, language)
  const body =
    state.type === 'ready'
      ? placedView(
          state,
          ui,
          cardFormView(state, ui, { texts: languageOf(language), detailsUrl, needsScript }),
        )
      : checkoutView(state, ui)
  return pageOf({
    beginning,
    ui,
    title: sessionTitle(state, ui),
    store: state.view.store,
    branding,
    imageUrl: state.view.item.imageUrl,
    body: bodyOf(
      fillForm(renderView(body), {
        problems: wrongFields(state),
        isUnpaid: isCardDeclined(state),
      }),
    ),
    // Without other languages, because a change would lose what was typed.
  })
}
