import { fileURLToPath } from 'node:url'
import express from 'express'
import type { ErrorRequestHandler, Request } from 'express'
import { openCheckoutApi } from './checkout-api.ts'
import { createSession, productPath, toChoice } from './choice.ts'
import type { DemoConfig } from './config.ts'
import { securityHeaders } from './headers.ts'
import { render } from './html.ts'
import { lookCookie, lookOf } from './looks.ts'
import { cataloguePage } from './pages/catalogue-page.ts'
import type { Visit } from './pages/layout.ts'
import { messagePage } from './pages/message-page.ts'
import { packingPage } from './pages/packing-page.ts'
import { productPage } from './pages/product-page.ts'
import { successPage } from './pages/success-page.ts'
import { findProblem, toPageProblem, toProblem } from './problems.ts'
import type { Shop } from './seed.ts'
import { readWebhook } from './webhooks.ts'

const ASSETS = fileURLToPath(new URL('public', import.meta.url))

const fieldsOf = ({ body }: { body?: unknown }) =>
  new URLSearchParams(typeof body === 'string' ? body : '')

export function createApp(
  { baseUrl, checkoutUrl, paymentFrameOrigin, shopUrl }: DemoConfig,
  shop: Shop,
) {
  const api = openCheckoutApi(baseUrl, shop.keys.secret)
  const app = express()
  const addressOf = (request: Request) =>
    URL.parse(request.originalUrl, shopUrl) ?? new URL(shopUrl)
  const visitOf = (request: Request): Visit => {
    const { pathname, search } = addressOf(request)
    return { path: pathname + search, look: lookOf(request.headers.cookie) }
  }

  app.disable('x-powered-by')
  app.use(securityHeaders({ checkoutUrl, paymentFrameOrigin }))
  app.use(
    '/assets',
    express.static(ASSETS, {
      index: false,
      maxAge: '5m',
      // The checkout shows the product's picture on its own origin, which has to be allowed.
      setHeaders: (response) => response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin'),
    }),
  )
  // The store allows one origin, and 127.0.0.1 would be another one.
  app.use((request, response, next) => {
    if (request.headers.host === new URL(shopUrl).host) next()
    else response.redirect(308, shopUrl + visitOf(request).path)
  })
  app.use(express.text({ type: 'application/x-www-form-urlencoded', limit: '4kb' }))

  // The signature is of the text as it came, byte for byte.
  app.post('/webhooks', express.text({ type: 'application/json' }), (request, response) => {
    const event = shop.webhook && readWebhook(shop.webhook.secret, request)
    response.sendStatus(event ? 204 : 400)
    if (event) console.log(JSON.stringify({ msg: 'told by webhook', ...event }))
  })

  app.get('/', async (request, response) => {
    const { data } = await api.listProducts()
    response.send(render(cataloguePage(visitOf(request), data)))
  })

  app.get('/products/:slug', async (request, response) => {
    const { searchParams } = addressOf(request)
    const product = await api.getProduct(request.params.slug)
    const problem = findProblem(searchParams.get('problem'))
    response.send(
      render(
        productPage(visitOf(request), {
          product,
          choice: toChoice(searchParams),
          problem,
          checkoutUrl,
        }),
      ),
    )
  })

  app.post('/products/:slug/buy', async (request, response) => {
    const { slug } = request.params
    const choice = toChoice(fieldsOf(request))
    try {
      const { url } = await createSession(api, shopUrl, { slug, choice })
      response.redirect(303, url)
    } catch (error) {
      response.redirect(303, productPath(slug, choice, toProblem(error).code))
    }
  })

  app.post('/products/:slug/session', async (request, response) => {
    const choice = toChoice(fieldsOf(request))
    try {
      response
        .status(201)
        .json(await createSession(api, shopUrl, { slug: request.params.slug, choice }))
    } catch (error) {
      const { status, message } = toProblem(error)
      response.status(status).json({ message })
    }
  })

  app.get('/success', async (request, response) => {
    const id = addressOf(request).searchParams.get('session_id') ?? ''
    const { status, page } = await successPage(visitOf(request), { api, id, checkoutUrl })
    response.status(status).send(render(page))
  })

  app.get('/packing', async (request, response) => {
    const { data } = await api.listOrders()
    response.send(render(packingPage(visitOf(request), data)))
  })

  app.post('/packing/:orderNumber', async (request, response) => {
    await api.fulfillOrder(request.params.orderNumber)
    response.redirect(303, '/packing')
  })

  app.post('/look', (request, response) => {
    const fields = fieldsOf(request)
    const from = URL.parse(fields.get('from') ?? '/', shopUrl)
    response.set('Set-Cookie', lookCookie(fields.get('look')))
    response.redirect(303, from?.origin === shopUrl ? from.href : shopUrl)
  })

  app.use((request, response) => {
    const page = messagePage(visitOf(request), {
      title: 'Nothing here',
      text: 'This page was washed away, or never was.',
    })
    response.status(404).send(render(page))
  })
  app.use(((error: unknown, request, response, _next) => {
    const { status, message, code } = toPageProblem(error)
    console.error(`${request.method} ${request.path}: ${code}`, status === 500 ? error : '')
    response
      .status(status)
      .send(
        render(messagePage(visitOf(request), { title: 'A change in the weather', text: message })),
      )
  }) satisfies ErrorRequestHandler)
  return app
}
