import { resultView } from '../views/result-view.ts'
import { drawFoot, leaveForm, type Change, type OutcomePage, type Stated } from './outcome-page.ts'

/** Focused where the buyer was here; otherwise its words are to be said. */
function reachTitle({ mounting: { root } }: OutcomePage, hadFocus: boolean) {
  const title = root.querySelector<HTMLElement>('h1[tabindex]')
  // Taking the focus would tear the buyer from elsewhere in the page; and what is not shown, since
  // something stands in its slot, cannot take it.
  if (hadFocus) title?.focus()
  return title && !title.matches(':focus') ? [title.textContent] : []
}

/** In the place of the form. `act`: once it is there; answers with what is to be said of that. */
export function showResult(
  page: OutcomePage,
  { state, before, hadFocus }: Change<Stated<'complete' | 'expired' | 'unavailable' | 'error'>>,
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
