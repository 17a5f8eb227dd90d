import { type Random, createRandom } from '../model/seeded-random.ts'
import { type RawResponse, type RawRequest, exchange } from '../buyer/exchange.ts'
import { startLabService } from '../servers/lab-service.ts'
import { NO_LIMITS, PLATFORM_TOKEN, TOKEN_SIGNING_KEY } from '../servers/settings.ts'
import { makeApiRequest } from './api-requests.ts'
import { openFuzzedForms } from './forms.ts'
import { openFuzzedStores } from './fuzzed-stores.ts'
import { judgeApi, judgePage } from './judge.ts'
import { findTraces } from './log-reader.ts'
import { readOperations } from './operations.ts'
import type { Options } from './options.ts'

/** What was wrong, how often, and the first example. */
export type Finding = { about: string; times: number; example: string }

export type Result = {
  sent: number
  /** How often each operation gave each status. */
  answers: Map<string, Map<number, number>>
  findings: Finding[]
}

/** The share of requests to the store application. */
const FORM_SHARE = 0.25

const NEWS_EVERY = 20_000

const describeExample = (
  { method, path, headers, body }: RawRequest,
  { status, text }: RawResponse,
) =>
  [
    `${method} ${path.slice(0, 300)}`,
    JSON.stringify(headers).slice(0, 600),
    String(body ?? '').slice(0, 400),
    `→ ${status} ${text.slice(0, 400)}`,
  ].join('\n    ')

/** Sends so many requests and judges each answer; then the log. */
export async function runFuzz(options: Options): Promise<Result> {
  const service = await startLabService({
    ...options,
    // Quick passwords: one request in ten hashes one, and at full cost little else would be tried.
    entry: 'lab/fuzz/quick-service.ts',
    env: { ...NO_LIMITS, LOG_LEVEL: 'debug' },
  })
  const { port } = service
  const described = readOperations(options.tree)
  const stores = await openFuzzedStores(port)
  const forms = await openFuzzedForms(port)
  const answers: Result['answers'] = new Map()
  const findings = new Map<string, Finding>()
  const note = (about: string, example: string) => {
    const known = findings.get(about) ?? { about, times: 0, example }
    findings.set(about, { ...known, times: known.times + 1 })
  }
  const count = (name: string, status: number) => {
    const counts = answers.get(name) ?? new Map<number, number>()
    answers.set(name, counts.set(status, (counts.get(status) ?? 0) + 1))
  }

  async function sendToApi(index: number, random: Random) {
    await stores.keepFresh(index)
    const { sent, operation } = makeApiRequest({ random, stores, ...described })
    const answer = await exchange(sent)
    const name = operation?.id ?? 'another method'
    count(name, answer.status)
    const wrong = judgeApi(answer, { operation, sent, isError: described.isError })
    if (wrong !== undefined) note(`${name}: ${wrong}`, describeExample(sent, answer))
    stores.learn(name, answer, sent.path)
  }

  let formIndex = 0
  async function sendForm(random: Random) {
    await forms.keepFresh(formIndex++)
    const { sent, foreign } = forms.make(random)
    const answer = await exchange(sent)
    const name = `store application, ${sent.method === 'GET' ? 'pages' : 'forms'}`
    count(name, answer.status)
    const wrong = judgePage(answer, foreign)
    const path = sent.path
      .split('?')[0]
      ?.replaceAll(/[\w-]{20,}|\d{3,}/g, '…')
      .slice(0, 80)
    if (wrong !== undefined) note(`${sent.method} ${path}: ${wrong}`, describeExample(sent, answer))
    forms.look(answer, sent)
  }

  let next = 0
  const line = async () => {
    while (next < options.requests && service.isUp()) {
      const index = next
      next += 1
      if (next % NEWS_EVERY === 0) console.log(`${next} of ${options.requests}`)
      const random = createRandom(options.seed + index)
      await (random.chance(FORM_SHARE) ? sendForm(random) : sendToApi(index, random))
    }
  }
  await Promise.all(Array.from({ length: options.concurrency }, line))
  if (!service.isUp()) note('the service ended', '')
  for (const trace of await findTraces(service.logFile, [PLATFORM_TOKEN, TOKEN_SIGNING_KEY]))
    note(trace.slice(0, trace.indexOf(':')), trace)
  await service.stop()
  return { sent: next, answers, findings: [...findings.values()] }
}
