import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startProgram, stopProgram } from '../../scripts/programs/program.ts'
import { bundleService } from '../servers/bundled-service.ts'
import { PROJECT } from '../servers/lab-service.ts'
import { SECRETS_FOLDER, readComposeFile, secretsOf } from './compose-file.ts'
import { type Start, sellFromNothing, sellOne } from './compose-parts.ts'
import { type Image, buildImage } from './image.ts'
import { run } from './run.ts'
import { canBuildImages, isThere } from './skipped.ts'

const MEGABYTE = 1_000_000
const ORDER = /^Paid: [0-9A-Z-]+\n$/

const hasImages = await canBuildImages()
const hasParts = ['caddy', 'psql', 'redis-server'].every((each) => isThere('compose.yaml', each))

const folder = await mkdtemp(join(tmpdir(), 'hc-deploy-'))
let image: Image | undefined
let running: Awaited<ReturnType<typeof sellFromNothing>>

/** As the image does, where none can be built: a Node of the operator's own, the built product. */
async function startBuilt(): Promise<Start> {
  const node = join(folder, 'node')
  await copyFile(process.execPath, node)
  const home = join(dirname(await bundleService(PROJECT, folder)), '../..')
  return (command, env, secrets = {}) =>
    startProgram(node, command.length > 0 ? command : ['dist/service/main.js'], {
      cwd: home,
      env: {
        NODE_ENV: 'production',
        ...Object.fromEntries(
          Object.entries(env).map(([name, value]) => [
            name,
            value.startsWith(SECRETS_FOLDER) ? secrets[basename(value)] : value,
          ]),
        ),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
}

beforeAll(async () => {
  // Others than root run PostgreSQL and the service.
  await chmod(folder, 0o711)
  if (hasImages) image = await buildImage(folder)
  const start = image?.start ?? (await startBuilt())
  if (hasParts) running = await sellFromNothing(folder, start)
}, 900_000)

afterAll(async () => {
  await running?.parts.stop()
  await rm(folder, { recursive: true, force: true })
})

describe.skipIf(!hasParts)('operations §1: the parts of compose.yaml', () => {
  test('sell behind three host names over TLS', () => {
    expect(running.sold).toMatch(ORDER)
  })

  test('the migration is a job; the service has a role that changes no schema', async () => {
    const file = readComposeFile(running.settings)
    expect(file.services['service-1']?.environment).toMatchObject({
      MIGRATE: 'never',
      DATABASE_URL_FILE: '/run/secrets/database-url',
    })
    const secrets = secretsOf(file, 'service-1', running.home)
    expect(await readFile(secrets['database-url'] ?? '', 'utf8')).toContain('//service:')
    expect(Object.keys(secrets).filter((name) => name.startsWith('owner'))).toEqual([])
  })

  test('one of the two processes can be away', async () => {
    const { processes, certificate, log } = running.parts
    const { port, program } = processes['service-1'] ?? expect.fail('no process')
    await stopProgram(program)
    const options = `-s -o /dev/null -w %{http_code} --cacert ${certificate} -d {}`.split(' ')
    const address = `https://${running.settings['API_HOST']}/v1/checkout/sessions`
    const post = () => run('curl', [...options, address])
    const answers: string[] = []
    const hear = async () => {
      answers.push(await post())
      return log()
    }
    await expect.poll(hear).toMatch(new RegExp(`health_checker.*"host":"127.0.0.1:${port}"`))
    // Until Debian's Caddy has noticed, it repeats a request without its body (502), but it always
    // knows a process to ask.
    expect(answers).not.toContain('503')
    expect(await sellOne(running.home, certificate)).toMatch(ORDER)
  })
})

describe.skipIf(!hasImages)('operations §1: the image', () => {
  const built = () => image ?? expect.fail('there is no image')
  /** Runs something in it; the last line of its output is the exit code. */
  const ask = async (env: Record<string, string>, ...command: string[]) => {
    const { entrypoint } = built()
    const program = entrypoint(['sh', '-c', '"$@"; echo $?', 'sh', ...command], env)
    const { stdout, stderr } = program.process
    if (!stdout || !stderr) return expect.fail('the program has no output')
    const said = await Promise.all([text(stdout), text(stderr), program.ended])
    return said.slice(0, 2).join('')
  }

  test('adds at most 150 MB to its base', () => {
    const megabytes = built().addedBytes / MEGABYTE
    console.log(`figure: the image adds ${megabytes.toFixed(0)} MB to its base`)
    expect(megabytes).toBeLessThan(150)
  })

  test('has at most 80 MB of packages and product', async () => {
    const { root } = built()
    const sizes = await run('du', ['-sb', 'node_modules', 'dist'], { cwd: join(root, 'app') })
    const bytes = sizes.split('\n').reduce((sum, line) => sum + Number.parseInt(line || '0', 10), 0)
    console.log(`figure: node_modules and dist have ${(bytes / MEGABYTE).toFixed(0)} MB`)
    expect(bytes / MEGABYTE).toBeLessThan(80)
  })

  test('has no npm and no compiler, and the native code that reads pictures', () => {
    const has = (path: string) => existsSync(join(built().root, path))
    const names = ['npm', 'npx', 'corepack', 'yarn', 'gcc', 'cc', 'make']
    const found = ['bin', 'usr/bin', 'usr/local/bin', 'app/node_modules/.bin'].flatMap((at) =>
      names.map((name) => join(at, name)).filter(has),
    )
    expect(found).toEqual([])
    expect(has('usr/local/lib/node_modules')).toBe(false)
    expect(has('app/node_modules/typescript')).toBe(false)
    expect(has(`app/node_modules/@napi-rs/image-linux-${process.arch}-gnu`)).toBe(true)
  })

  test('says what is inside: the list, the licences and the lockfile', async () => {
    const read = (path: string) => readFile(join(built().root, 'app', path), 'utf8')
    await expect(read('dist/sbom.cdx.json')).resolves.toContain('pkg:npm/express@')
    await expect(read('dist/THIRD-PARTY.txt')).resolves.toContain('\nexpress ')
    await expect(read('package-lock.json')).resolves.toContain('node_modules/express')
  })

  test('runs as nobody in particular, and writes nothing', async () => {
    expect(built().config.User).toBe('10001:10001')
    const script = `console.log(process.getuid()); require('fs').writeFileSync('/app/a', '')`
    const said = await ask({}, 'node', '--eval', script)
    expect(said).toMatch(/^10001\n1\n[^]*EROFS: read-only file system/)
  })

  test('has the programs of the operator', async () => {
    expect(await ask({}, 'node', 'dist/service/doctor.js')).toMatch(/^.. +settings: /m)
  })

  test('its health check is an answer of the process', async () => {
    const [, ...check] = built().config.Healthcheck?.Test ?? []
    const { port } = running.parts.processes['service-2'] ?? expect.fail('nothing runs')
    expect(await ask({ PORT: String(port) }, ...check)).toMatch(/"status":"up".*\n0\n/)
    expect(await ask({ PORT: '9' }, ...check)).toMatch(/^Nothing answers at .*:9.*\n1\n/)
  })
})
