import type { Response } from 'express'
import { html } from '../frame/html.ts'
import { sendPage } from '../frame/page.ts'
import type { StoreAppContext } from '../frame/store-app-context.ts'

/** For a link that was never given out, is too old or was used: nobody learns which. */
export function sendLinkIsOver(app: StoreAppContext, response: Response) {
  response.status(404)
  sendPage(app, response, {
    title: 'This link no longer works',
    main: html`<div class="message">
      <h1>This link no longer works</h1>
      <p>It was used, it is too old, or a newer one was sent. Ask for another one.</p>
      <p><a class="button" href="${app.storePath}/sign-in">Go to the sign-in</a></p>
    </div>`,
  })
}
