import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findPrimary } from '../../server/postgres/connection/primary.ts'
import { findFreePort } from '../../server/testing/servers/free-port.ts'
import { missingPackages, runHaproxy } from '../servers/haproxy.ts'
import { urlOf } from './node.ts'

export const POSTGRES = '/usr/lib/postgresql/15/bin'

/**
 * Exits with 0 for a server that takes writes while no other one has a later timeline, so that a
 * primary which was replaced is not asked any more. HAProxy says which one in the fourth argument.
 */
const IS_PRIMARY = (ports: number[], answerSeconds: number) => `#!/bin/sh
timeline() {
  timeout ${answerSeconds} psql -XAtq -h 127.0.0.1 -p "$1" -U postgres postgres -c "select
    case when not pg_is_in_recovery() and not current_setting('transaction_read_only')::boolean
      then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer end" 2> /dev/null
}
mine=$(timeline "$4")
[ -n "$mine" ] || exit 1
for port in ${ports.join(' ')}; do
  [ "$port" = "$4" ] && continue
  theirs=$(timeline "$port")
  [ "\${theirs:-0}" -gt "$mine" ] && exit 1
done
exit 0
`

/** Debian's packages that are missing to run it here. */
export const missingForHaproxy = () =>
  missingPackages({ haproxy: 'haproxy', psql: 'postgresql-client' })

type Checking = {
  folder: string
  ports: number[]
  /** Where Patroni says whether it is the primary, in the same order. (Default: a program asks.) */
  healthPorts?: number[]
  /** How long a check may take, which asks each server once. (Default: 1.) */
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
  await writeFile(program, IS_PRIMARY(ports, Math.ceil(checkSeconds / 3)), { mode: 0o755 })
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
  default-server inter ${checkSeconds}s fastinter 200ms fall 2 rise 1 on-marked-down shutdown-sessions
  ${servers.join('\n  ')}
`,
    ready: async (isOver) => {
      while (!isOver.aborted && !(await leadsToPrimary(port))) await wait(100)
    },
  })
}
