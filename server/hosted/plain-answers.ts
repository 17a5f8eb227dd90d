import { sessionIdIn } from '../checkout/sessions/session.ts'
import type { Exchange } from '../web/requests/before-express.ts'
import type { PageResult, SettingOf } from './page-answers.ts'
import { renderLanguagesPage, renderNotFoundPage } from './plain-pages.ts'
import { type ShownContext, findShown } from './shown-session.ts'

type PlainRequest = { exchange: Exchange; id: string; settingOf: SettingOf }

/** The list of languages, in the look of the session's store. */
export async function answerLanguages(
  context: ShownContext,
  { exchange, id, settingOf }: PlainRequest,
): Promise<PageResult> {
  const session = (await findShown(context, { id, exchange, needsReceipt: false }))?.session
  const { was } = exchange.query as { was?: unknown }
  const setting = settingOf(session, typeof was === 'string' ? was : undefined)
  return { status: 200, page: renderLanguagesPage(setting, session) }
}

/**
 * There is no such session. A link that was copied with something behind it still names one, and so
 * the store that the buyer should ask.
 */
export async function answerUnknown(
  context: ShownContext,
  { exchange, id, settingOf }: PlainRequest,
): Promise<PageResult> {
  const named = sessionIdIn(id)
  const session =
    named === undefined || named === id
      ? undefined
      : (await findShown(context, { id: named, exchange, needsReceipt: false }))?.session
  return { status: 404, page: renderNotFoundPage(settingOf(session), session) }
}
