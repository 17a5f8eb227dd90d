import type { Response } from 'express'
import { sealedCookie } from './cookies.ts'
import { type Html, html } from './html.ts'
import type { StoreAppContext, Visit } from './store-app-context.ts'

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

const notices = sealedCookie<Notice>('__Host-notice', 120)

/** Leads to another page that says this once. */
export async function redirectWith(
  app: StoreAppContext,
  response: Response,
  { to, ...notice }: Notice & { to: string },
) {
  await notices.set({ app, response }, notice)
  response.redirect(303, to)
}

/** The notice that came along; the browser forgets it with this answer. */
export async function takeNotice(visit: Visit) {
  if (notices.isSent(visit)) notices.forget(visit)
  return notices.read(visit)
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
