import type { Response } from 'express'
import { html } from '../frame/html.ts'
import { type Page, sendPage } from '../frame/page.ts'
import type { StoreAppContext } from '../frame/store-app-context.ts'
import { PRODUCTS } from './products.styles.ts'

/** A page about products, with the sheet that they share. */
export const sendProducts = (
  app: StoreAppContext,
  response: Response,
  page: Omit<Page, 'section' | 'styles'>,
) => sendPage(app, response, { ...page, section: 'products', styles: PRODUCTS })

/** A form that leads back to the list of products. With errors it is answered 422. */
export function sendProductTool(
  app: StoreAppContext,
  response: Response,
  { main, ...page }: Pick<Page, 'title' | 'viewer' | 'hasErrors' | 'main'>,
) {
  if (page.hasErrors) response.status(422)
  sendProducts(app, response, {
    ...page,
    main: html`<p class="back">
        <a href="${app.storePath}/products">All products</a>
      </p>
      <h1>${page.title}</h1>
      ${main}`,
  })
}
