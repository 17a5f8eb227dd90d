import { once } from 'node:events'
import { createApp } from './app.ts'
import { CheckoutApiError, openCheckoutApi } from './checkout-api.ts'
import { readConfig } from './config.ts'
import { followPayments } from './follow-payments.ts'
import { packOrder, receiptKeysOf } from './packing.ts'
import { openShop } from './seed.ts'

async function start() {
  const config = readConfig(process.env)
  const shop = await openShop(config)
  const server = createApp(config, shop).listen(config.port, '127.0.0.1')
  await once(server, 'listening')
  console.log(
    JSON.stringify({
      msg: 'demo shop ready',
      url: config.shopUrl,
      storeId: shop.storeId,
      shopFile: config.shopFile,
    }),
  )

  const stopping = new AbortController()
  const signed = { issuer: config.baseUrl, keys: receiptKeysOf(config.baseUrl) }
  void followPayments(openCheckoutApi(config.baseUrl, shop.keys.secret), {
    stop: stopping.signal,
    onPaid: async (session) => console.log(JSON.stringify(await packOrder(session, signed))),
  })

  const stop = () => {
    stopping.abort()
    server.close()
    server.closeAllConnections()
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

try {
  await start()
} catch (error) {
  const text = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
  const hint =
    error instanceof CheckoutApiError && error.code === 'unreachable'
      ? '; start the checkout service first'
      : ''
  console.error(`The demo shop did not start: ${text}${hint}.`)
  process.exitCode = 1
}
