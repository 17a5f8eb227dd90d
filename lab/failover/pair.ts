import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from '../../server/testing/servers/free-port.ts'
import { type Node, startNode, startStandby, urlOf } from './node.ts'

/** `kill`: the primary's machine dies. `hold`: it pauses, and goes on when it was replaced. */
export type Strike = 'kill' | 'hold'

/** A primary and its synchronous standby. */
export type Pair = {
  /** Of both, whichever is the primary. */
  ports: number[]
  strike(how: Strike): Promise<void>
  /** Resolves when the other one takes writes. */
  promote(): Promise<void>
  /** What stood still goes on, beside the new primary. */
  wake(): Promise<void>
  /** Makes what was struck the synchronous standby of the new primary. */
  mend(): Promise<void>
  stop(): Promise<void>
}

/** Two PostgreSQLs that npm installed. An operator, whom the run plays, promotes the standby. */
export async function startPair(folder: string) {
  // Root's PostgreSQL runs under another account, which has to pass through.
  await chmod(folder, 0o711)
  const installations = await Promise.all(
    ['one', 'two'].map(async (name) => {
      const installation = { folder: join(folder, name), port: await findFreePort() }
      await mkdir(installation.folder)
      return installation
    }),
  )
  const [first, second] = installations as [(typeof installations)[0], (typeof installations)[0]]
  let primary = await startNode(first)
  let standby = await startStandby(second, primary)
  await waitForStandby(primary)
  let lost: Node | undefined

  return {
    ports: installations.map(({ port }) => port),
    primary: () => primary,
    standby: () => standby,
    async strike(how) {
      lost = primary
      await (how === 'kill' ? lost.kill() : lost.freeze())
    },
    async promote() {
      await standby.admin.query('select pg_promote(wait => true)')
      primary = standby
    },
    wake: async () => lost?.wake(),
    /** From here on the primary waits for nobody, and its standby learns nothing more. */
    async leaveStandbyBehind() {
      await change(standby, `primary_conninfo = ''`)
      await change(primary, `synchronous_standby_names = ''`)
      const isThere = async () =>
        (await primary.admin.query('select from pg_stat_replication')).rowCount !== 0
      while (await isThere()) await wait(25)
    },
    async mend() {
      if (!lost) return
      const { folder: home, port } = lost
      await lost.stop()
      standby = await startStandby({ folder: home, port }, primary)
      await waitForStandby(primary)
      lost = undefined
    },
    async stop() {
      await Promise.all([primary.stop(), standby.stop(), lost?.stop()])
    },
  } satisfies Pair & Record<string, unknown>
}

async function change({ admin }: Pick<Node, 'admin'>, setting: string) {
  await admin.query(`alter system set ${setting}`)
  await admin.query('select pg_reload_conf()')
}

/** From here on the primary says that a commit is done when its standby has it. */
async function waitForStandby({ admin }: Pick<Node, 'admin'>) {
  await change({ admin }, `synchronous_standby_names = '*'`)
  const isThere = async () =>
    (await admin.query(`select from pg_stat_replication where sync_state = 'sync'`)).rowCount === 1
  while (!(await isThere())) await wait(25)
}

export const urlOfPair = ({ ports }: Pick<Pair, 'ports'>) =>
  urlOf(0).replace('127.0.0.1:0', ports.map((port) => `127.0.0.1:${port}`).join(',')) +
  '?target_session_attrs=read-write'
