import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const fileOf = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)

/**
 * What a process has loaded once it could start the service, and what it loads for traces: Node's own
 * modules and files.
 */
function loaded() {
  const program = `
    import module from 'node:module'
    const files = []
    module.registerHooks({ load: (url, context, next) => (files.push(url), next(url, context)) })
    const { openTraces } = await import(${fileOf('../open/open-traces.ts')})
    await import(${fileOf('./run-service.ts')})
    await import(${fileOf('../service.ts')})
    const { parseConfig } = await import(${fileOf('../config.ts')})
    const open = (env) => openTraces(parseConfig(env), { events: {}, opening: new AsyncDisposableStack() })
    await open({})
    const atStart = [...process.moduleLoadList, ...files]
    await open({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })
    console.log(JSON.stringify({ atStart, forTraces: files.slice(atStart.length - process.moduleLoadList.length) }))
    process.exit()`
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  })
  return JSON.parse(printed) as { atStart: string[]; forTraces: string[] }
}

const { atStart, forTraces } = loaded()
/** The metrics' library loads `@opentelemetry/api` by itself. */
const TRACES = [
  '/@opentelemetry/sdk-trace/',
  '/@opentelemetry/exporter-trace-otlp-http/',
  '/@opentelemetry/context-async-hooks/',
  '/tracing/open-tracing.ts',
  '/tracing/live-spans.ts',
]

test('performance: a start loads nothing that many services never need', () => {
  const names = atStart.join('\n')
  expect(names).toContain('/express/')
  for (const unneeded of ['ioredis/', 'nodemailer/', 'stripe/', '@napi-rs/image/'])
    expect(names).not.toContain(`/node_modules/${unneeded}`)
  expect(names).not.toContain('deps/undici')
})

test('contract §2, OTEL_EXPORTER_OTLP_ENDPOINT: without it nothing of traces is loaded or read', () => {
  for (const part of TRACES) {
    expect(atStart.filter((name) => name.includes(part))).toEqual([])
    expect(forTraces.join('\n')).toContain(part)
  }
})
