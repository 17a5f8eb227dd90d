import { parseArgs } from 'node:util'
import { Refused, listen } from './listen.ts'

const USAGE =
  'npm run listen -- --to http://localhost:3000/hook --key sk_live_… [--url http://localhost:4242]'

class Misused extends Error {
  override readonly name = 'Misused'
}

function readOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      to: { type: 'string' },
      key: { type: 'string' },
      url: { type: 'string', default: 'http://localhost:4242' },
    },
  })
  const { to, key, url } = values
  if (to === undefined || key === undefined) throw new Misused('--to and --key are needed')
  for (const [name, address] of Object.entries({ to, url }))
    if (!/^https?:$/.test(URL.parse(address)?.protocol ?? ''))
      throw new Misused(`--${name} is not an http: or https: address`)
  return { to, key, baseUrl: url.replace(/\/+$/, '') }
}

/**
 * `npm run listen -- --to <address> --key <secret key> [--url <base url>]`: sends a store's events
 * to a local address, as webhooks would come. Exit code 0: stopped with Ctrl-C, 1: the service
 * refuses, 2: not understood.
 */
async function main() {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stopping.abort(signal))
  try {
    const options = readOptions(process.argv.slice(2))
    await listen({ ...options, print: (line) => console.log(line), stop: stopping.signal })
  } catch (error) {
    if (stopping.signal.aborted) return
    if (error instanceof Refused) {
      console.error(error.message)
      process.exitCode = 1
    } else if (error instanceof Misused || isOfArguments(error)) {
      console.error(`${error.message}\n${USAGE}`)
      process.exitCode = 2
    } else throw error
  }
}

const isOfArguments = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')

await main()
