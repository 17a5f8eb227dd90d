#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { HostedCheckoutError, createHostedCheckout } from '../server.ts'
import { listen, resend, secretOf } from './listen.ts'
import { TRIGGERS, trigger } from './trigger.ts'

const USAGE = `npx hosted-checkout [listen] --to http://localhost:3000/hook [--events TYPE,TYPE]
  sends each event of the store to that address from now on
npx hosted-checkout resend EVENT --to http://localhost:3000/hook
  sends an event of the log again
npx hosted-checkout trigger TYPE [--product SLUG]
  makes an event happen, with a test card: ${TRIGGERS.join(', ')}

--key sk_…, SECRET_KEY, or the file SECRET_KEY_FILE: the store's secret key
--url https://checkout.example, or BASE_URL: where the service is (default: http://localhost:4242)`

class Misused extends Error {
  override readonly name = 'Misused'
}

const OPTIONS = {
  to: { type: 'string' },
  key: { type: 'string' },
  url: { type: 'string' },
  events: { type: 'string', default: '' },
  product: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

function readAddress(name: string, address: string | undefined) {
  if (address === undefined) throw new Misused(`${name} is needed`)
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new Misused(`${name} is not an http: or https: address`)
  return address
}

function readKey(file: string | undefined) {
  if (file === undefined) return undefined
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new Misused(`SECRET_KEY_FILE cannot be read: ${String(error)}`)
  }
}

/** What the arguments ask for, to be run until a stop. */
function readCommand(args: string[], env: NodeJS.ProcessEnv) {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
  if (values.help) return async () => console.log(USAGE)
  const [command = 'listen', named, ...rest] = positionals
  const takes = { listen: 'nothing', resend: 'an EVENT', trigger: 'a TYPE' }[command]
  if (takes === undefined) throw new Misused(`there is no command ${command}`)
  if (rest.length > 0 || (named === undefined) !== (command === 'listen'))
    throw new Misused(`${command} takes ${takes}`)
  const secretKey = values.key ?? env['SECRET_KEY'] ?? readKey(env['SECRET_KEY_FILE'])
  if (!secretKey) throw new Misused('--key, SECRET_KEY or SECRET_KEY_FILE is needed')
  const baseUrl = readAddress('--url', values.url ?? (env['BASE_URL'] || 'http://localhost:4242'))
  const client = createHostedCheckout({ baseUrl, secretKey, retries: 0 })
  if (command === 'trigger') {
    if (!TRIGGERS.includes(named!))
      throw new Misused(`trigger makes one of ${TRIGGERS.join(', ')}, and no ${named}`)
    return async () => console.log(await trigger(client, { type: named!, product: values.product }))
  }
  const to = readAddress('--to', values.to)
  const print = (line: string) => console.log(line)
  return async (stop: AbortSignal) => {
    const forwarding = { client, to, secret: secretOf(secretKey), print, stop }
    if (command === 'listen')
      return listen({ ...forwarding, types: values.events.split(',').filter(Boolean) })
    if (await resend({ ...forwarding, id: named! })) return
    const message = `The store’s log has no event ${named}.`
    throw new HostedCheckoutError({ code: 'event_not_found', message })
  }
}

/** Exit code 0: stopped with Ctrl-C, or done. 1: the service refuses. 2: wrong arguments. */
async function main() {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stopping.abort(signal))
  // Nobody reads on, as after `| head`.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    stopping.abort(error)
  })
  try {
    await readCommand(process.argv.slice(2), process.env)(stopping.signal)
  } catch (error) {
    if (stopping.signal.aborted) return
    if (error instanceof HostedCheckoutError) {
      console.error(`${error.code}: ${error.message}`)
      process.exitCode = 1
    } else if (error instanceof Misused || isOfArguments(error)) {
      console.error(`${error.message}\n\n${USAGE}`)
      process.exitCode = 2
    } else throw error
  }
}

const isOfArguments = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')

await main()
