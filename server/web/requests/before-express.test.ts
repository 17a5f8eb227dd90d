import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CheckoutError } from '../../checkout/errors.ts'
import { findFreePort } from '../../testing/servers/free-port.ts'
import { call } from '../../testing/http-call.ts'
import { serveHotRoutes } from './before-express.ts'
import { createProxyWatch } from './proxies.ts'

const failures: unknown[] = []
const logged: { route: string; status: number }[] = []
let base: string
let stop: () => Promise<unknown>

beforeAll(async () => {
  const port = await findFreePort()
  base = `http://localhost:${port}`
  const listener = serveHotRoutes(
    {
      events: {
        requestAnswered: ({ route, status }) => void logged.push({ route, status }),
        requestFailed: (failure) => void failures.push(failure),
      },
      requests: { record: () => {} },
      proxyWatch: createProxyWatch({ trustProxy: 1, onNotice: () => {} }),
      trustForwardedHost: true,
      trustProxy: 1,
      hstsScope: 'host',
    },
    {
      surfaces: [
        {
          address: `${base}/shop.api`,
          routes: [
            {
              method: 'GET',
              pattern: '/v1/things/:id',
              handle: async ({ address }, id) => {
                if (id === 'gone') throw new CheckoutError('session_not_found', 'There is none.')
                if (id === 'broken') throw new Error('nobody foresaw this')
                return {
                  status: 200,
                  headers: { 'X-Own': 'yes' },
                  json: JSON.stringify({ id, address }),
                }
              },
            },
          ],
        },
        {
          address: `${base}/pages`,
          routes: [
            {
              method: 'GET',
              pattern: '/:id',
              takes: ({ headers }, id) => id.startsWith('p_') && headers['x-hurry'] === 'yes',
              handle: async (_exchange, id) => ({ status: 200, html: Buffer.from(`<p>${id}`) }),
            },
          ],
        },
      ],
      others: (_request, response) => void response.writeHead(299).end('others'),
    },
  )
  const server = createServer(listener).listen(port)
  stop = () =>
    new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
})
afterAll(() => stop())

const get = (path: string, headers: Record<string, string> = {}) =>
  call<{ id: string; address: string }>('GET', `${base}${path}`, { headers })

describe('performance: routes that are served before Express', () => {
  test('a route before Express answers what its handler says, under the usual headers', async () => {
    const answer = await get('/shop.api/v1/things/t_1', {
      'x-forwarded-for': '192.0.2.1, 192.0.2.7',
    })
    expect([answer.status, answer.body]).toEqual([200, { id: 't_1', address: '192.0.2.7' }])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-own': 'yes',
    })
    expect(answer.headers.get('request-id')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/)
    expect(logged.at(-1)).toEqual({ route: '/shop.api/v1/things/:id', status: 200 })
  })

  test('routes before Express may be pages under another address, and take some requests alone', async () => {
    const hurry = { 'x-hurry': 'yes' }
    const page = await call<string>('GET', `${base}/pages/p_1`, { headers: hurry })
    expect([page.status, page.text, page.headers.get('content-type')]).toEqual([
      200,
      '<p>p_1',
      'text/html; charset=utf-8',
    ])
    expect(logged.at(-1)).toEqual({ route: '/pages/:id', status: 200 })
    expect((await get('/pages/p_1')).status).toBe(299)
    expect((await get('/pages/x_1', hurry)).status).toBe(299)
    expect((await get('/shop.api/p_1', hurry)).status).toBe(299)
  })

  test('routes before Express say what is wrong in the envelope of every error', async () => {
    const answer = await get('/shop.api/v1/things/gone')
    expect([answer.status, answer.body]).toEqual([
      404,
      { error: { code: 'session_not_found', message: 'There is none.' } },
    ])
    expect(failures).toEqual([])
    expect((await get('/shop.api/v1/things/broken')).status).toBe(500)
    expect(failures).toHaveLength(1)
  })

  test.each([
    '/shop.api/v1/things/',
    '/shop.api/v1/things/t_1/',
    '/shop.api/v1/things/t_1?x=1',
    '/shop.api/v1/things/t%5F1',
    '/shop.api/v1/things/t_1/more',
    '/shopXapi/v1/things/t_1',
    '/v1/things/t_1',
    '/shop.api/v1/Things/t_1',
  ])('routes before Express leave %s to the others', async (path) => {
    expect((await get(path)).status).toBe(299)
  })

  test('routes before Express leave other methods, and a proxy’s host, to the others', async () => {
    const path = '/shop.api/v1/things/t_1'
    expect((await call('POST', `${base}${path}`)).status).toBe(299)
    expect((await get(path, { 'x-forwarded-host': 'elsewhere.example' })).status).toBe(299)
    expect((await call('GET', `${base.replace('localhost', '127.0.0.1')}${path}`)).status).toBe(299)
  })
})
