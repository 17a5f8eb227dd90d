import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const SERVICE = new URL('./run-service.ts', import.meta.url).href

/** What a process has loaded once it could start the service: Node's own modules, and CommonJS ones. */
const loaded = () =>
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import module from 'node:module'
       await import(${JSON.stringify(SERVICE)})
       console.log([...process.moduleLoadList, ...Object.keys(module._cache)].join('\\n'))`,
    ],
    { encoding: 'utf8' },
  )

test('performance: a start loads nothing that many services never need', () => {
  const names = loaded()
  expect(names).toContain('/express/')
  for (const unneeded of ['/ioredis/', '/nodemailer/', '/stripe/', '@napi-rs/image', 'deps/undici'])
    expect(names).not.toContain(unneeded)
})
