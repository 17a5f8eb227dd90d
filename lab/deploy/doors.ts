import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type IncomingMessage, type OutgoingHttpHeaders, request as requestPlain } from 'node:http'
import { request } from 'node:https'
import { text } from 'node:stream/consumers'
import { startProxy } from '../cells/proxy.ts'
import { startCaddy } from './caddy.ts'
import { startNginx } from './nginx.ts'
import { isThere } from './skipped.ts'

/** The proxies that we give a file for. */
const PROXIES = {
  caddy: 'deploy/Caddyfile',
  nginx: 'deploy/nginx.conf',
  haproxy: 'the settings of HAProxy before cells',
}

export type ProxyName = keyof typeof PROXIES

export const EVERY_PROXY = Object.keys(PROXIES) as ProxyName[]

export const findProxies = <Name extends ProxyName>(names: readonly Name[]) =>
  names.filter((name) => isThere(PROXIES[name], name))

export const hostsAt = (port: number) => ({
  API_HOST: `api.localhost:${port}`,
  CHECKOUT_HOST: `pay.localhost:${port}`,
  CARDS_HOST: `cards.localhost:${port}`,
})

/** The three addresses of a service behind a proxy. */
export const addressesAt = (port: number) => ({
  BASE_URL: `https://api.localhost:${port}`,
  CHECKOUT_URL: `https://pay.localhost:${port}/checkout`,
  PAYMENT_FRAME_URL: `https://cards.localhost:${port}/payment-frame`,
})

/** `upstreams`: where the two processes of the service listen. */
type Setup = { folder: string; port: number; upstreams: [number, number] }

const START = {
  async caddy({ folder, port, upstreams }: Setup) {
    const UPSTREAMS = upstreams.map((each) => `127.0.0.1:${each}`).join(' ')
    return startCaddy(folder, { port, env: { ...hostsAt(port), UPSTREAMS } })
  },
  nginx: ({ folder, ...setup }: Setup) => startNginx(folder, setup),
  async haproxy({ folder, port, upstreams: [one, other] }: Setup) {
    const { stop, log } = await startProxy({ folder, port, cells: { '00': one, '01': other } })
    return { certificate: undefined, stop, log }
  },
}

type Request = {
  path: string
  method?: string
  headers?: OutgoingHttpHeaders
  /** Sent as JSON. */
  body?: unknown
}

/** How a browser or a merchant's server comes in, at one of the names. */
export async function openDoor(name: ProxyName, setup: Setup) {
  const { certificate, stop, log } = await START[name](setup)
  const ca = certificate && (await readFile(certificate))
  const send = ca ? request : requestPlain
  return {
    stop,
    /** The file of who has signed its certificates, where it has any. */
    certificate,
    /** The lines of requests. */
    log: async () => log(),
    async ask(host: string, { path, method = 'GET', headers, body }: Request) {
      const servername = `${host}.localhost`
      const target = { host: '127.0.0.1', port: setup.port, servername, ca, agent: false }
      const own = {
        host: servername,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      }
      const sent = send({ ...target, path, method, headers: own })
      sent.end(body === undefined ? undefined : JSON.stringify(body))
      const [answer] = (await once(sent, 'response')) as [IncomingMessage]
      return answer
    },
  }
}

export type Ask = Awaited<ReturnType<typeof openDoor>>['ask']

/** The status of an answer, and its JSON. */
export async function read<Body>(answer: Promise<IncomingMessage>) {
  const { statusCode: status = 0, headers } = await answer
  const written = await text(await answer)
  const isJson = headers['content-type']?.startsWith('application/json')
  return { status, body: (isJson ? JSON.parse(written) : written) as Body }
}
