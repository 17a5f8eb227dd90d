import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { killProgram, startProgram, untilReady } from '../../scripts/programs/program.ts'
import { startEmbeddedPostgres } from '../../server/postgres/embedded/embedded-postgres.ts'
import { findFreePort } from '../../server/testing/servers/free-port.ts'
import { PROJECT } from '../servers/lab-service.ts'
import { SECRETS_FOLDER, wordsOf } from './compose-file.ts'
import { run } from './run.ts'

const PASSWORDS = 'local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n'

type Secrets = Record<string, string>

/** What is in the file of a secret. */
const readSecret = async (secrets: Secrets, name: string) =>
  (await readFile(secrets[name] ?? '', 'utf8')).trim()

/**
 * A PostgreSQL that asks for passwords, with `deploy/roles.sql`. The owner is no superuser, so that
 * it has only what that file and the page about the schema give.
 */
export async function startPostgres(folder: string, secrets: Secrets) {
  const port = await findFreePort()
  const { connection, data, stop } = await startEmbeddedPostgres({
    dataDir: folder,
    settings: { listen_addresses: '127.0.0.1', port: String(port) },
  })
  await writeFile(join(data, 'pg_hba.conf'), PASSWORDS)
  const client = new pg.Client({ ...connection, port })
  await client.connect()
  const password = client.escapeLiteral(await readSecret(secrets, 'owner-password'))
  await client.query(`create role owner login createdb password ${password}`)
  await client.query('create database checkout owner owner')
  await client.query('select pg_reload_conf()')
  await client.end()
  const { host, user } = connection
  const there = ['--host', host, '--port', String(port), '--username', user, 'checkout']
  const file = join(PROJECT, 'deploy/roles.sql')
  await run('psql', ['--quiet', '--set', 'ON_ERROR_STOP=1', '--file', file, ...there], {
    env: { ...process.env, SERVICE_PASSWORD_FILE: secrets['service-password'] },
  })
  return { port, stop }
}

/** The Redis of the compose file, and what ends it. */
export async function startRedis(command: string | string[] | undefined, secrets: Secrets) {
  const port = await findFreePort()
  const password = await readSecret(secrets, 'redis-password')
  const [program = '', ...options] = wordsOf(command).map((word) =>
    word.replace(`${SECRETS_FOLDER}redis-password`, secrets['redis-password'] ?? ''),
  )
  const server = startProgram(program, [...options, '--port', `${port}`, '--bind', '127.0.0.1'], {
    stdio: 'ignore',
  })
  const ping = ['-p', `${port}`, '--pass', password, '--no-auth-warning', 'ping']
  await untilReady(server, {
    name: program,
    patienceMs: 60_000,
    ready: async (isOver) => {
      while (!isOver.aborted && !(await run('redis-cli', ping).catch(() => '')).includes('PONG'))
        await wait(25)
    },
  })
  return { port, stop: async () => void (await killProgram(server)) }
}
