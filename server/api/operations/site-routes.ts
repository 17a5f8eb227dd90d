import type { Response } from 'express'
import { routes } from '../../web/routes.ts'
import type { WidgetAssets } from '../../web/answers/widget-assets.ts'

type SiteContext = {
  assets: Pick<WidgetAssets, 'icon'>
  urls: { baseUrl: string; checkoutUrl: string }
}

const sendForADay = (response: Response, type: string, body: string) =>
  void response.set('Cache-Control', 'public, max-age=86400').type(type).send(body)

/** What browsers and crawlers ask every host for. Crawlers read what is sold, and how to sell. */
export function siteRoutes({ assets, urls: { baseUrl, checkoutUrl } }: SiteContext) {
  const allowed = [`${checkoutUrl}/buy/`, `${baseUrl}/docs`, `${baseUrl}/pictures/`]
  const paths = allowed.map((address) => `Allow: ${new URL(address).pathname}`)
  const rules = ['User-agent: *', ...paths, 'Disallow: /', ''].join('\n')
  return routes({
    '/favicon.ico': { get: (_request, response) => sendForADay(response, 'svg', assets.icon) },
    '/robots.txt': { get: (_request, response) => sendForADay(response, 'txt', rules) },
  })
}
