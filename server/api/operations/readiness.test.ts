import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, test } from 'vitest'
import { call } from '../../testing/http-call.ts'
import { createProxyWatch, readHost } from '../../web/proxies.ts'
import { operationsRoutes } from './operations-routes.ts'

test('security §4: Behind a proxy that the settings do not name, a process of production is not ready', async () => {
  for (const [isProduction, status] of [
    [true, 503],
    [false, 200],
  ] as const) {
    const proxyWatch = createProxyWatch({ trustProxy: 0, onNotice: () => undefined })
    const isReachable = async () => true
    const server = express()
      .use(readHost({ proxyWatch, trustForwardedHost: false }))
      .use(
        operationsRoutes({
          checkout: { cache: { isReachable } },
          isWritable: isReachable,
          isDraining: () => false,
          proxyWatch,
          recordClock: { isFar: () => false },
          isProduction,
        }),
      )
      .listen(0, '127.0.0.1')
    await once(server, 'listening')
    const readyz = `http://127.0.0.1:${(server.address() as AddressInfo).port}/readyz`
    expect(await call('GET', readyz)).toMatchObject({ status: 200, body: { status: 'ready' } })
    await call('GET', readyz, { headers: { 'x-forwarded-for': '192.0.2.7' } })
    expect(await call('GET', readyz)).toMatchObject({ status, body: { proxy: 'unexpected' } })
    server.close()
  }
})
