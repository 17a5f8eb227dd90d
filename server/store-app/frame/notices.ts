import type { Request, Response } from 'express'
import type { SealedNotes } from '../../auth/sealed-notes.ts'
import { COOKIE_OPTIONS, cookieOf } from './cookies.ts'
import { type Html, html } from './html.ts'
import type { Visit } from './store-app-context.ts'

/**
 * What a page says after a form was sent. `secret`: shown this once, with a button that copies it;
 * it may have several lines. `link`: where it leads, a path on our host.
 */
export type Notice = {
  kind: 'success' | 'danger'
  text: string
  secret?: { label: string; value: string }
  link?: { path: string; text: string }
}

const COOKIE = '__Host-notice'
const LIFETIME_SECONDS = 120

/**
 * Leads to another page that says this once. It travels sealed, in a cookie: no process and no
 * record has to keep it.
 */
export async function redirectWith(
  { sealedNotes }: { sealedNotes: SealedNotes },
  response: Response,
  { to, ...notice }: Notice & { to: string },
) {
  const sealed = await sealedNotes.seal(JSON.stringify(notice), LIFETIME_SECONDS)
  response
    .cookie(COOKIE, sealed, { ...COOKIE_OPTIONS, maxAge: LIFETIME_SECONDS * 1000 })
    .redirect(303, to)
}

/** Leads to another page, which says what was done. */
export const sayDone = ({ app, response }: Visit, to: string, text: string) =>
  redirectWith(app, response, { to, kind: 'success', text })

/** The same of what went wrong. */
export const sayProblem = ({ app, response }: Visit, to: string, text: string) =>
  redirectWith(app, response, { to, kind: 'danger', text })

/** The notice that came along; the browser forgets it with this answer. */
export async function takeNotice(
  { sealedNotes }: { sealedNotes: SealedNotes },
  request: Request,
  response: Response,
) {
  const sealed = cookieOf(request, COOKIE)
  if (sealed === undefined) return undefined
  response.clearCookie(COOKIE, COOKIE_OPTIONS)
  const text = await sealedNotes.open(sealed)
  return text === undefined ? undefined : (JSON.parse(text) as Notice)
}

const secretView = ({ label, value }: { label: string; value: string }) =>
  html`<div class="secret">
    <p id="secret-label" class="strong">${label}</p>
    <div class="copy">
      <code tabindex="0" aria-labelledby="secret-label" role="region">${value}</code>
      <button type="button" class="quiet" data-copy="${value}" hidden>Copy</button>
    </div>
  </div>`

export const noticeView = (notice: Notice | undefined): Html | undefined =>
  notice &&
  html`<div class="notice ${notice.kind}" role="${notice.kind === 'danger' ? 'alert' : 'status'}">
    <p>${notice.text}</p>
    ${notice.secret && secretView(notice.secret)}
    ${
      notice.link &&
      html`<p class="actions">
        <a class="quiet" href="${notice.link.path}">${notice.link.text}</a>
      </p>`
    }
  </div>`
