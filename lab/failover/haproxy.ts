import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findPrimary } from '../../server/postgres/connection/primary.ts'
import { findFreePort } from '../../server/testing/servers/free-port.ts'
import { missingPackages, runHaproxy } from '../servers/haproxy.ts'
import { urlOf } from './node.ts'

export const POSTGRES = '/usr/lib/postgresql/15/bin'

/**
 * Exits with 0 for the one server that is to be used; HAProxy says which one it asks about in the
 * fourth argument. The folder keeps the latest timeline that took writes, so that a primary which
 * was replaced is never used again, and which server is used, so that the next one waits until
 * HAProxy has heard of its end: between two that are used, connections would alternate.
 */
const IS_PRIMARY = (folder: string, answerSeconds: number) => `#!/bin/sh
cd ${folder} || exit 1
timeline=$(timeout ${answerSeconds} psql -XAtq -h 127.0.0.1 -p "$4" -U postgres postgres -c "select
  case when not pg_is_in_recovery() and not current_setting('transaction_read_only')::boolean
    then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer end" 2> /dev/null)
latest=$(cat latest 2> /dev/null || echo 0)
if [ "\${timeline:-0}" -lt "$latest" ] || [ -z "$timeline" ]; then
  rm -f "used-$4"
  exit 1
fi
[ "$timeline" -gt "$latest" ] && echo "$timeline" > latest
for used in used-*; do
  [ -e "$used" ] && [ "$used" != "used-$4" ] && exit 1
done
touch "used-$4"
`

/** Debian's packages that are missing to run it here. */
export const missingForHaproxy = () =>
  missingPackages({ haproxy: 'haproxy', psql: 'postgresql-client' })

type Checking = {
  folder: string
  ports: number[]
  /** Where Patroni says whether it is the primary, in the same order. (Default: a program asks.) */
  healthPorts?: number[]
  /** How long a check may take. (Default: 1.) */
  checkSeconds?: number
}

/** Until it has asked, it takes each server for good. */
async function leadsToPrimary(port: number) {
  const answers = Array.from({ length: 6 }, () => findPrimary([urlOf(port)]))
  return (await Promise.all(answers)).every((found) => found !== undefined)
}

/** HAProxy before a pair. It leads to the primary, and cuts the connections to one that is lost. */
export async function startHaproxy({ folder, ports, healthPorts, checkSeconds = 1 }: Checking) {
  const port = await findFreePort()
  const program = join(folder, 'is-primary')
  await writeFile(program, IS_PRIMARY(folder, checkSeconds / 2), { mode: 0o755 })
  const check = healthPorts
    ? ['option httpchk GET /primary', 'http-check expect status 200']
    : [
        'option external-check',
        // What Debian has in `/usr/bin` is a program in Perl that starts this one.
        `external-check path "${POSTGRES}:/usr/bin:/bin"`,
        `external-check command ${program}`,
      ]
  const servers = ports.map(
    (each, index) =>
      `server pg${index} 127.0.0.1:${each} check${healthPorts ? ` port ${healthPorts[index]}` : ''}`,
  )
  return runHaproxy({
    folder,
    port,
    config: `global
  external-check
  insecure-fork-wanted
defaults
  mode tcp
  # The least of this and \`inter\` is how long a program may take that checks a server.
  timeout connect ${checkSeconds}s
  timeout client 1h
  timeout server 1h
listen primary
  bind 127.0.0.1:${port}
  ${check.join('\n  ')}
  default-server inter ${checkSeconds}s fastinter 200ms fall ${healthPorts ? 2 : 1} rise 1 on-marked-down shutdown-sessions
  ${servers.join('\n  ')}
`,
    ready: async (isOver) => {
      while (!isOver.aborted && !(await leadsToPrimary(port))) await wait(100)
    },
  })
}

/** Asks again and again where new connections lead. `end` answers with each timeline after the other. */
export function watchTimelines(port: number) {
  const seen: number[] = []
  let isOver = false
  const asking = (async () => {
    while (!isOver) {
      const found = await findPrimary([urlOf(port)])
      if (found && found.timeline !== seen.at(-1)) seen.push(found.timeline)
      await wait(25)
    }
  })()
  return {
    async end() {
      isOver = true
      await asking
      return seen
    },
  }
}
