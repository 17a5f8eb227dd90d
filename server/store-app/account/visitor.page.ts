import type { FieldErrors } from '../frame/forms.ts'
import { type Html, html } from '../frame/html.ts'
import { sendPage } from '../frame/page.ts'
import type { Visit } from '../frame/store-app-context.ts'

type VisitorPage = {
  title: string
  /** Of the page itself, when it is not the title. */
  heading?: Html | string
  hasErrors?: boolean
  errors?: FieldErrors | undefined
  main: Html
}

/** A page of whoever is not signed in. */
export const sendVisitorPage = (visit: Visit, { heading, main, ...page }: VisitorPage) =>
  sendPage(visit, {
    ...page,
    main: html`<div class="sign-in">
      <p class="brand">Hosted Checkout</p>
      <h1>${heading ?? page.title}</h1>
      ${main}
    </div>`,
  })

/** Says why it cannot go on here. */
export const sendDeadEnd = (visit: Visit, title: string, text: Html | string) =>
  sendPage(visit, {
    title,
    main: html`<div class="message">
      <h1>${title}</h1>
      <p>${text}</p>
      <p><a class="button" href="${visit.app.storePath}/sign-in">Go to the sign-in</a></p>
    </div>`,
  })

/** For a link that was never given out, is too old or was used: nobody learns which. */
export function sendLinkIsOver(visit: Visit) {
  visit.response.status(404)
  sendDeadEnd(
    visit,
    'This link no longer works',
    'It was used, it is too old, or a newer one was sent. Ask for another one.',
  )
}
