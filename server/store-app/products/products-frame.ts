import type { Response } from 'express'
import { type Page, sendPage } from '../frame/page.ts'
import type { StoreAppContext } from '../frame/store-app-context.ts'
import { PRODUCTS } from './products.styles.ts'

/** A page about products, with the sheet that they share. */
export const sendProducts = (
  app: StoreAppContext,
  response: Response,
  page: Omit<Page, 'section' | 'styles'>,
) => sendPage(app, response, { ...page, section: 'products', styles: PRODUCTS })
