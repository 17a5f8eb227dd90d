import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { TRACES } from './values.ts'

/** Secrets that requests or answers held; the log must hold none. */
const SECRETS: [string, RegExp][] = [
  ['an API key', /[ps]k_(?:live|test)_[0-9A-Za-z]{38}/i],
  ['a token', /eyJ[\w-]{10,}\.[\w-]+\.[\w-]*/],
  ['a whole session id', /cs_[0-9A-Za-z]{32}/],
  ['a cookie', /__Host-sid/],
]

/** Without a mail server mails go into the log, as the README says. */
const isMail = (line: string) => line.includes('"mail.written"')

/** Lines of the log with something that nobody may read there. */
export async function findTraces(file: string, secrets: string[]) {
  const found: string[] = []
  const forbidden = [...TRACES, ...secrets]
  const lines = createInterface({ input: createReadStream(file) })
  for await (const line of lines) {
    if (isMail(line)) continue
    const kind =
      SECRETS.find(([, pattern]) => pattern.test(line))?.[0] ??
      (forbidden.some((text) => line.includes(text)) ? 'what a request held' : undefined)
    if (kind !== undefined) found.push(`${kind} stands in the log: ${line.slice(0, 300)}`)
  }
  return found
}
