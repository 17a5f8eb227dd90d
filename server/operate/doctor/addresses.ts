import { type PeerCertificate, connect } from 'node:tls'
import type { Config } from '../../config.ts'
import { type Finding, reasonOf, well, wrong } from './finding.ts'

const PATIENCE_MS = 5_000
const DAY_MS = 86_400_000
/**
 * A certificate that is renewed by itself has more time left than this, and more than a quarter of its
 * life: some live for hours.
 */
const RENEWED_BEFORE_DAYS = 14
const RENEWED_BEFORE_SHARE = 1 / 4

type Ready = { database: boolean; cache: boolean; proxy: string; clock: string }

/** A proxy gives each process its turn. */
const ASKED = 8

/** The three addresses as buyers and merchants reach them: name, TLS, proxy, and the service behind. */
export async function checkAddresses(
  config: Pick<Config, 'baseUrl' | 'checkoutUrl' | 'paymentFrameUrl'>,
): Promise<Finding[]> {
  const addresses = {
    BASE_URL: `${config.baseUrl}/healthz`,
    CHECKOUT_URL: `${config.checkoutUrl}/integrity.json`,
    PAYMENT_FRAME_URL: `${config.paymentFrameUrl}/cs_none`,
  }
  const found = Object.entries(addresses).map(([name, url]) => checkAddress(name, url))
  return [...(await Promise.all(found)).flat(), ...(await checkProxy(config.baseUrl))]
}

/** Where these settings name one; a unit of systemd gives each process its own. */
export async function checkMetrics({
  metricsPort,
  host,
}: Pick<Config, 'metricsPort' | 'host'>): Promise<Finding[]> {
  if (metricsPort === undefined) return []
  const local = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host
  const url = `http://${local.includes(':') ? `[${local}]` : local}:${metricsPort}/metrics`
  const trouble = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) })
    .then(async (answer) =>
      (await answer.text()).includes('checkout_build_info')
        ? undefined
        : `something else answers there, with ${answer.status}`,
    )
    .catch(reasonOf)
  return [
    trouble === undefined
      ? well('METRICS_PORT', 'the service has its metrics there')
      : wrong(
          'METRICS_PORT',
          `no metrics of the service are at port ${metricsPort} (${trouble})`,
          'Start the service, and give each process a free port of its own; metrics.unserved in the log says what is wrong',
        ),
  ]
}

async function checkAddress(name: string, url: string): Promise<Finding[]> {
  const { origin, protocol } = new URL(url)
  try {
    const answer = await fetch(url, {
      signal: AbortSignal.timeout(PATIENCE_MS),
      redirect: 'manual',
    })
    // Every answer of the service has one, and few others have.
    if (!answer.headers.has('request-id'))
      return [
        wrong(
          name,
          `${origin} is answered by something else (${answer.status})`,
          'Point its name and the proxy at this service',
        ),
      ]
    return [
      well(name, `${origin} leads to the service`),
      ...(protocol === 'https:' ? await checkCertificate(name, url) : []),
    ]
  } catch (error) {
    return [
      wrong(
        name,
        `${origin} cannot be reached (${reasonOf(error)})`,
        'Start the service, and check the name, the proxy and its certificate',
      ),
    ]
  }
}

async function checkCertificate(name: string, url: string): Promise<Finding[]> {
  const { hostname: host, port } = new URL(url)
  const { promise, resolve, reject } = Promise.withResolvers<PeerCertificate>()
  const socket = connect({ host, port: Number(port || 443), servername: host }, () =>
    resolve(socket.getPeerCertificate()),
  )
  socket.on('error', reject)
  const { valid_from, valid_to } = await promise.finally(() => socket.destroy())
  const end = Date.parse(valid_to)
  const leftDays = (end - Date.now()) / DAY_MS
  const lifeDays = (end - Date.parse(valid_from)) / DAY_MS
  const days = Math.floor(leftDays)
  return leftDays >= Math.min(RENEWED_BEFORE_DAYS, lifeDays * RENEWED_BEFORE_SHARE)
    ? [well(name, `its certificate is good for ${days} days`)]
    : [
        wrong(
          name,
          `its certificate ends in ${days} days`,
          'Renew it, and see why that did not happen by itself',
        ),
      ]
}

/** What the running service says of the requests that reach it. */
async function checkProxy(baseUrl: string): Promise<Finding[]> {
  try {
    const answers: Ready[] = []
    for (let count = 0; count < ASKED; count += 1) {
      const signal = AbortSignal.timeout(PATIENCE_MS)
      answers.push((await (await fetch(`${baseUrl}/readyz`, { signal })).json()) as Ready)
    }
    const [ready] = answers as [Ready]
    return [
      answers.some(({ clock }) => clock === 'differs')
        ? wrong(
            'clock of a process',
            'it is 30 s or more away from that of the database',
            'Its log has clock.differs; let its machine keep time by NTP',
          )
        : well('clock of a process', 'as the database'),
      ready.proxy === 'unexpected'
        ? wrong(
            'TRUST_PROXY',
            'requests carry the headers of a proxy that the settings do not count',
            'Set TRUST_PROXY to the number of proxies in front',
          )
        : well('TRUST_PROXY', 'the headers of requests fit the settings'),
      ready.database
        ? well('service', 'it can write to its database')
        : wrong(
            'service',
            'it cannot write to its database',
            'Its log says why: database.writes.refused',
          ),
      ready.cache
        ? well('service', 'its cache answers')
        : wrong(
            'service',
            'its cache does not answer',
            'Check Redis, and REDIS_URL of the service',
          ),
    ]
  } catch {
    // BASE_URL has been found to be wrong.
    return []
  }
}
