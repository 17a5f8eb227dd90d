import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { call } from '../../testing/http-call.ts'
import { createProxyWatch, readHost } from '../../web/requests/proxies.ts'
import { operationsRoutes } from './operations-routes.ts'

async function startReadiness({ trustProxy = 0, isProduction = true }) {
  const proxyWatch = createProxyWatch({ trustProxy, onNotice: () => undefined })
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
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const readyz = `http://127.0.0.1:${(server.address() as AddressInfo).port}/readyz`
  return (headers: Record<string, string> = {}) => call('GET', readyz, { headers })
}

test('security §4: Behind a proxy that the settings do not name, a process of production is not ready', async () => {
  for (const [isProduction, status] of [
    [true, 503],
    [false, 200],
  ] as const) {
    const ask = await startReadiness({ isProduction })
    expect(await ask()).toMatchObject({ status: 200, body: { status: 'ready' } })
    await ask({ 'x-forwarded-for': '192.0.2.7' })
    expect(await ask()).toMatchObject({ status, body: { proxy: 'unexpected' } })
  }
})

test('security §4: A request that came past more proxies than are counted is told so, and changes nothing for others', async () => {
  const ask = await startReadiness({ trustProxy: 1 })
  expect(await ask({ 'x-forwarded-for': '192.0.2.7, 198.51.100.9' })).toMatchObject({
    status: 200,
    body: { proxy: 'unexpected' },
  })
  for (const headers of [{ 'x-forwarded-for': '192.0.2.7' }, undefined])
    expect(await ask(headers)).toMatchObject({ status: 200, body: { proxy: 'as configured' } })
})
