import { join } from 'node:path'

export type DemoConfig = ReturnType<typeof readConfig>

/** The only reader of the environment. Addresses have no slash at their end. */
export function readConfig(env: NodeJS.ProcessEnv) {
  const baseUrl = address('CHECKOUT_BASE_URL', env['CHECKOUT_BASE_URL'] ?? 'http://localhost:4242')
  const checkoutUrl = address('CHECKOUT_URL', env['CHECKOUT_URL'] ?? `${baseUrl}/checkout`)
  const port = Number(env['DEMO_PORT'] ?? 4243)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error('DEMO_PORT must be a port number from 1 to 65535')
  if (!env['PLATFORM_TOKEN'])
    throw new Error('PLATFORM_TOKEN must be set: the demo shop opens its own store with it')
  return {
    baseUrl,
    checkoutUrl,
    paymentFrameOrigin: origin(
      'PAYMENT_FRAME_ORIGIN',
      env['PAYMENT_FRAME_ORIGIN'] ?? loopbackTwin(baseUrl),
    ),
    platformToken: env['PLATFORM_TOKEN'],
    port,
    shopUrl: `http://localhost:${port}`,
    shopFile: join(env['DEMO_DATA_DIR'] ?? '.data', 'demo-shop.json'),
  }
}

function origin(name: string, value: string) {
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error(`${name} must be an http: or https: address`)
  return url.origin
}

const address = (name: string, value: string) =>
  origin(name, value) + new URL(value).pathname.replace(/\/+$/, '')

/**
 * On a developer's machine the checkout is on localhost and the card fields are on 127.0.0.1, which
 * is another origin.
 */
function loopbackTwin(baseUrl: string) {
  const url = new URL(baseUrl)
  url.hostname = '127.0.0.1'
  return url.origin
}
