import { createRecent } from '../cache/memory/recent.ts'
import { oneAtATime } from '../rounds/one-at-a-time.ts'
import type { openPublishedFiles } from '../postgres/published-files.ts'

/** How many files of other builds a process remembers; about 20 KB each, and rarely asked for. */
const MAX_REMEMBERED = 50

/** `own`: what this process serves. The record has it before anybody is sent to it. */
export async function publishFiles(
  record: ReturnType<typeof openPublishedFiles>,
  own: ReadonlyMap<string, Uint8Array>,
) {
  const remembered = createRecent<Uint8Array>(MAX_REMEMBERED)
  let names: ReadonlySet<string> = new Set()

  /** However many names strangers make up, a process asks for them once at a time. */
  const readNames = oneAtATime<'all'>(async () => {
    names = new Set(await record.names())
  })

  async function renew() {
    const there = new Set(await record.renew([...own.keys()]))
    for (const [name, content] of own) if (!there.has(name)) await record.add(name, content)
  }

  await renew()
  return {
    renew,
    /** A file of another build, which runs beside this one or has done so within a day. */
    async find(name: string) {
      const known = remembered.find(name)
      if (known) return known
      await readNames('all')
      const content = names.has(name) ? await record.find(name) : undefined
      if (content) remembered.put(name, content)
      return content
    },
  }
}
