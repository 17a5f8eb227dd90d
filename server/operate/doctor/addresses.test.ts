import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '../../testing/servers/free-port.ts'
import { checkMetrics } from './addresses.ts'

/** A program at a port of its own that answers everything so; returns the port. */
async function aProgram(host: string, { status, body }: { status: number; body: string }) {
  const server = createServer((_request, response) => response.writeHead(status).end(body))
  await once(server.listen(0, host), 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

const isOf = async (metricsPort: number, host = '127.0.0.1') =>
  (await checkMetrics({ metricsPort, host })).map(({ is }) => is)

test('contract §1, doctor: says why the metrics cannot be read', async () => {
  const other = await aProgram('127.0.0.1', { status: 401, body: 'Who are you?' })
  expect(await isOf(other)).toEqual([
    `no metrics of the service are at port ${other} (something else answers there, with 401)`,
  ])
  const free = await findFreePort()
  expect(await isOf(free)).toEqual([
    `no metrics of the service are at port ${free} (connect ECONNREFUSED 127.0.0.1:${free})`,
  ])
})

test('contract §1, doctor: finds the metrics at an address of IPv6', async () => {
  const body = 'checkout_build_info{version="1"} 1'
  const port = await aProgram('::1', { status: 200, body })
  expect(await isOf(port, '::1')).toEqual(['the service has its metrics there'])
})
