import { stopProgram } from '../../../scripts/programs/program.ts'
import { findFreePort } from '../../../server/testing/servers/free-port.ts'
import { openFolder } from '../../servers/folders.ts'
import { startPostgres, startRedis } from '../../servers/databases.ts'
import { bundleService } from '../../servers/bundled-service.ts'
import { exchange } from '../../buyer/exchange.ts'
import { watchForeignLoad } from '../../measure/foreign-load.ts'
import { PROJECT } from '../../servers/lab-service.ts'
import { PLATFORM_TOKEN, TOKEN_SIGNING_KEY } from '../../servers/settings.ts'
import { readProcesses, usedMs } from '../../measure/processes.ts'
import { startServiceProcess } from '../../servers/service-process.ts'
import { openShop } from '../../buyer/shop.ts'

/** In this order, so that what grows favours neither. */
const ROUNDS = [1, 2, 2, 1]
const VISITORS = 32
const SECONDS = 8

/** `cpuMicros`: of the service's processes, the first one included, for each visit. */
type Rate = { perSecond: number; cpuMicros: number }

type Rates = { creates: Rate; reads: Rate }

/** How many visits a second succeed, and what they cost. */
async function rateOf(pid: number, visit: () => Promise<number>): Promise<Rate> {
  const usedBefore = usedMs(readProcesses(), [pid])
  const endsAt = performance.now() + SECONDS * 1000
  let done = 0
  const come = async () => {
    while (performance.now() < endsAt) {
      const status = await visit()
      if (status !== 200 && status !== 201) throw new Error(`a visit was answered ${status}`)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: VISITORS }, come))
  const used = usedMs(readProcesses(), [pid]) - usedBefore
  return { perSecond: done / SECONDS, cpuMicros: (1000 * used) / done }
}

const describe = (name: string, { perSecond, cpuMicros }: Rate) =>
  `${Math.round(perSecond)} ${name}/s at ${Math.round(cpuMicros)} µs of CPU`

async function measure(pid: number, port: number): Promise<Rates> {
  const shop = await openShop(port, { name: 'A shop' })
  const headers = {
    authorization: `Bearer ${shop.secretKey}`,
    'content-type': 'application/json',
  }
  const path = '/v1/checkout/sessions'
  const body = '{"items":[{"product":"mug"}]}'
  const create = () => exchange({ port, method: 'POST', path, headers, body })
  const { url } = JSON.parse((await create()).text) as { url: string }
  const readPath = `${path}/${url.split('/').at(-1)}`
  // What is compiled in the first second is no figure.
  await Promise.all(Array.from({ length: 500 }, create))
  return {
    creates: await rateOf(pid, async () => (await create()).status),
    reads: await rateOf(
      pid,
      async () => (await exchange({ port, method: 'GET', path: readPath, headers })).status,
    ),
  }
}

const folder = await openFolder(undefined)
const [postgres, redis] = await Promise.all([startPostgres(folder.folder), startRedis()])
const main = await bundleService(PROJECT, folder.folder)
const rates = new Map<number, Rates[]>()
for (const workers of ROUNDS) {
  const port = await findFreePort()
  const program = await startServiceProcess({
    name: 'The service',
    command: [process.execPath, '--max-semi-space-size=2', main],
    port,
    logFile: `${folder.logs}/service.log`,
    env: {
      NODE_ENV: 'test',
      WORKERS: String(workers),
      DATABASE_URL: postgres.url,
      REDIS_URL: `redis://127.0.0.1:${redis.port}`,
      PLATFORM_TOKEN,
      TOKEN_SIGNING_KEY,
      RATE_LIMIT_PER_SECOND: '100000',
      RATE_LIMIT_BURST: '100000',
    },
  })
  const endLoad = watchForeignLoad([postgres.pid()])
  const { creates, reads } = await measure(program.pid, port)
  const load = endLoad()
  rates.set(workers, [...(rates.get(workers) ?? []), { creates, reads }])
  const others = load === undefined ? 'an unknown part' : `${Math.round(load * 100)} %`
  console.log(
    `WORKERS=${workers}: ${describe('creates', creates)}, ${describe('reads', reads)}; others took ${others} of the machine`,
  )
  const { code } = await stopProgram(program)
  if (code !== 0) throw new Error(`The service ended with ${code}`)
}

const meanOf = (workers: number, name: keyof Rates, value: keyof Rate) => {
  const each = (rates.get(workers) ?? []).map((rate) => rate[name][value])
  return each.reduce((sum, one) => sum + one, 0) / each.length
}
for (const name of ['creates', 'reads'] as const) {
  const speed = meanOf(2, name, 'perSecond') / meanOf(1, name, 'perSecond')
  const cost = meanOf(2, name, 'cpuMicros') / meanOf(1, name, 'cpuMicros')
  console.log(
    `${name}: two processes are ${speed.toFixed(2)} times as fast as one here; a visit costs ${cost.toFixed(2)} times the CPU, so on two free cores they do ${(2 / cost).toFixed(2)} times as many`,
  )
}
await Promise.all([postgres.stop(), redis.stop()])
await folder.remove()
