import { sealedCookie } from './members/cookies.ts'
import { type Html, html } from '../../web/html.ts'
import { copyView } from './sections.ts'
import type { Notice, Visit } from './store-app-context.ts'

const notices = sealedCookie<Notice>('__Host-notice', 120)

/** Leads to another page that says this once. */
export async function redirectWith(
  visit: Pick<Visit, 'app' | 'response'>,
  to: string,
  notice: Notice,
) {
  await notices.set(visit, notice)
  visit.response.redirect(303, to)
}

/** The notice that came along; the browser forgets it with this answer. */
export async function takeNotice(visit: Visit) {
  if (notices.isSent(visit)) notices.forget(visit)
  return notices.read(visit)
}

const secretView = ({ label, value }: { label: string; value: string }) =>
  html`<div class="secret">
    <p id="secret-label" class="strong">${label}</p>
    ${copyView(value, { attributes: html`aria-labelledby="secret-label"` })}
  </div>`

/** What a page says of itself, as long as it is so. */
export const noticeOf = (kind: 'danger' | 'warning', text: Html) =>
  html`<div class="notice ${kind}"><p>${text}</p></div>`

/** What has just gone wrong. */
export const alertView = (text: Html, id?: string) =>
  html`<div class="notice danger" role="alert" ${id && html`id="${id}"`}><p>${text}</p></div>`

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
