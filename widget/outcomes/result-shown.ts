import type { StateOf } from '../session/checkout-state.ts'
import { resultView } from '../views/result-view.ts'
import { drawFoot, leaveForm, type Change, type OutcomePage } from './outcome-page.ts'

/**
 * Focuses the title where the buyer was in the checkout. Otherwise answers with its words, which
 * are to be said.
 */
function reachTitle({ mounting: { root, ui } }: OutcomePage, hadFocus: boolean) {
  const title = root.querySelector<HTMLElement>('h1[tabindex]')
  // The focus stays if it is outside of the checkout. A title that is hidden, because its slot is
  // filled, cannot take it.
  if (hadFocus) {
    title?.focus()
    // What is above the title is seen, too: the mark, and on our own page the store.
    if (ui.hosted) scrollTo(0, 0)
    else root.querySelector('.mark')?.scrollIntoView({ block: 'nearest' })
  }
  return title && !title.matches(':focus') ? [title.textContent] : []
}

/**
 * Shows what replaces the form. `act` runs when that is there, and answers with what is to be said
 * of it.
 */
export function showResult(
  page: OutcomePage,
  { state, before, hadFocus }: Change<StateOf<'complete' | 'expired' | 'unavailable' | 'error'>>,
  act: () => unknown[] = () => [],
) {
  const { screen } = page
  const isNew = screen.paint(state, () => resultView(state, page.mounting.ui))
  drawFoot(page, state)
  leaveForm(page)
  const title = isNew && before.type !== 'loading' ? reachTitle(page, hadFocus) : []
  const news = [...title, ...act()]
  if (news.length) screen.say(news.flatMap((one) => ['. ', one]).slice(1))
}
