import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createServer } from 'node:tls'
import { expect, test } from './fixtures.ts'
import { merchantApi } from './merchant-api.ts'
import { findFreePort, startService } from './service.ts'

const STRANGER = 'https://skimmer.example'

/** Chromium would report after a minute, and reports to https alone. */
const REPORTING = ['--short-reporting-delay', '--ignore-certificate-errors']

/** Key and certificate, one after the other. */
const ASK = 'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout - -out -'.split(
  ' ',
)

/** A proxy that speaks TLS, in front of the program at that port. */
async function startTls(port: number) {
  const { stdout: made } = await promisify(execFile)('openssl', ASK)
  const server = createServer({ cert: made, key: made }, (socket) => {
    const program = connect(port, 'localhost')
    socket.on('error', () => program.destroy()).pipe(program)
    program.on('error', () => socket.destroy()).pipe(socket)
  }).listen(0)
  await once(server, 'listening')
  return { server, origin: `https://localhost:${(server.address() as AddressInfo).port}` }
}

test(
  'PCI DSS 11.6.1: a script that came into the page does not run, and the operator reads whose it is',
  { tag: '@long' },
  async ({ playwright, launchOptions }) => {
    const [port, metricsPort] = [await findFreePort(), await findFreePort()]
    const tls = await startTls(port)
    const printed: string[] = []
    const service = await startService(
      { CHECKOUT_URL: `${tls.origin}/checkout`, METRICS_PORT: String(metricsPort) },
      { port, printed },
    )
    const api = merchantApi(service)
    const shop = await api.createShop()
    await api.putProduct(shop, 10)
    const url = await api.createSession(shop)

    const args = [...(launchOptions.args ?? []), ...REPORTING]
    const browser = await playwright.chromium.launch({ ...launchOptions, args })
    const page = await browser.newPage({ ignoreHTTPSErrors: true })
    await page.context().grantPermissions(['background-sync'], { origin: tls.origin })
    await page.route(url, async (route) => {
      const response = await route.fetch()
      const foreign = `<script src="${STRANGER}/a.js"></script></body>`
      await route.fulfill({ response, body: (await response.text()).replace('</body>', foreign) })
    })
    const failed: unknown[] = []
    page.on('requestfailed', (request) =>
      failed.push([request.url(), request.failure()?.errorText]),
    )
    await page.goto(url)

    const logged = () =>
      printed
        .join('')
        .split('\n')
        .filter((line) => line.includes('page.script.unlisted'))
        .map((line) => JSON.parse(line) as object)
    await expect.poll(logged).toMatchObject([{ source: STRANGER, directive: 'script-src-elem' }])
    const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
    expect(await metrics.text()).toMatch(/^checkout_unlisted_scripts_total 1$/m)
    expect(failed).toContainEqual([`${STRANGER}/a.js`, 'csp'])

    await browser.close()
    await service.stop()
    tls.server.close()
  },
)
