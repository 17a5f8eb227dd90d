import { execFile } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPackage, packPackage } from './build-package.ts'
import type { elementManifest } from './element-manifest.ts'

const PROJECT = join(import.meta.dirname, '../..')
const run = promisify(execFile)

/** Programs of their own, on a machine that may be busy. */
const COMPILING_MS = 300_000

// Beneath the project's dist, so that what it depends on is found in the project's node_modules.
let shop: string
const inShop = (path: string) => join(shop, path)
const readJson = <Content>(path: string) =>
  JSON.parse(readFileSync(inShop(path), 'utf8')) as Content

beforeAll(async () => {
  mkdirSync(join(PROJECT, 'dist'), { recursive: true })
  shop = mkdtempSync(join(PROJECT, 'dist/shop-'))
  await buildPackage(inShop('package'))
  mkdirSync(inShop('node_modules'))
  symlinkSync(inShop('package'), inShop('node_modules/hosted-checkout'), 'dir')
  writeFileSync(inShop('package.json'), '{"type": "module"}')
}, COMPILING_MS)
afterAll(() => rmSync(shop, { recursive: true, force: true }))

const runInShop = async (code: string) => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: shop,
  })
  return stdout.trim()
}

/** Without `skipLibCheck`: what the package declares is checked, too. */
const STRICT = {
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  target: 'es2022',
  module: 'nodenext',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
  jsx: 'react-jsx',
}

/** What the compiler says of a shop's files: `page.ts 3 TS2322`. */
async function compile(files: { file: string; source: string }[]) {
  for (const { file, source } of files) writeFileSync(inShop(file), source)
  const tsc = join(
    dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
    'bin/tsc',
  )
  const names = files.map(({ file }) => file)
  writeFileSync(inShop('tsconfig.json'), JSON.stringify({ compilerOptions: STRICT, files: names }))
  const { stdout } = await run(process.execPath, [tsc, '-p', shop, '--pretty', 'false'], {
    cwd: shop,
  }).catch((error: { stdout: string }) => error)
  return stdout
    .split('\n')
    .filter((line) => line.includes('error TS'))
    .map((line) => line.replace(/^(.*)\((\d+),\d+\): error (TS\d+).*/, '$1 $2 $3'))
}

describe('contract §1, npm run package: what it writes', { timeout: COMPILING_MS }, () => {
  test('npm run package writes a package whose every export is there', () => {
    const {
      exports,
      customElements,
      private: isPrivate,
    } = readJson<{
      exports: Record<string, string | object>
      customElements: string
      private?: boolean
    }>('package/package.json')
    const files = Object.values(exports).flatMap((entry) =>
      typeof entry === 'string' ? entry : (Object.values(entry) as string[]),
    )
    for (const file of [...files, customElements])
      expect(readFileSync(inShop(join('package', file)), 'utf8')).not.toBe('')
    expect(isPrivate).toBeUndefined()
  })

  test('the package is under the licence of the project, and has its text', () => {
    expect(readJson<{ license: string }>('package/package.json').license).toBe('MIT')
    expect(readFileSync(inShop('package/LICENSE'), 'utf8')).toBe(
      readFileSync(join(PROJECT, 'LICENSE'), 'utf8'),
    )
  })

  test('custom-elements.json names a module of the package, with what that exports', async () => {
    const { modules } = readJson<ReturnType<typeof elementManifest>>('package/custom-elements.json')
    expect(modules).toHaveLength(1)
    const [{ path, declarations, exports }] = modules as [(typeof modules)[0]]
    const names = await runInShop(
      `console.log(Object.keys(await import('./package/${path}')).join())`,
    )
    expect(exports).toEqual([
      {
        kind: 'custom-element-definition',
        name: 'hosted-checkout',
        declaration: { name: 'HostedCheckoutElement', module: path },
      },
      { kind: 'js', name: names, declaration: { name: names, module: path } },
    ])
    expect(declarations.map(({ name }) => name)).toEqual(['HostedCheckoutElement', names])
    expect(readFileSync(inShop('package/load.d.ts'), 'utf8')).toMatch(
      /export type \{[^}]*HostedCheckoutElement/,
    )
  })

  test('nothing of the package names a TypeScript file', () => {
    for (const file of [
      'server.js',
      'server.d.ts',
      'load.js',
      'load.d.ts',
      'react.js',
      'react.d.ts',
    ])
      expect(readFileSync(inShop(`package/${file}`), 'utf8')).not.toMatch(
        /from ["']\.[^"']*(?<!\.d)\.ts["']/,
      )
  })

  test('the loader can be imported where there is no page, and does nothing there', async () => {
    const code = `import { loadHostedCheckout } from 'hosted-checkout'
      console.log(await loadHostedCheckout('https://nowhere.example/checkout'))`
    expect(await runInShop(code)).toBe('undefined')
  })

  test('the React component can be drawn where there is no page, and loads nothing there', async () => {
    const code = `import { createElement } from 'react'
      import { renderToString } from 'react-dom/server'
      import { HostedCheckout } from 'hosted-checkout/react'
      const props = { session: 'cs_1', checkoutUrl: 'https://nowhere.example', nonce: 'once' }
      console.log(renderToString(createElement(HostedCheckout, props)))`
    expect(await runInShop(code)).toBe(
      '<hosted-checkout session="cs_1" checkout-url="https://nowhere.example"></hosted-checkout>',
    )
  })

  test('the client can be imported by its name', async () => {
    const code = `import { createHostedCheckout, verifyWebhook } from 'hosted-checkout/server'
      console.log(typeof createHostedCheckout, typeof verifyWebhook)`
    expect(await runInShop(code)).toBe('function function')
  })

  test('the command of the package runs by its name, and says what it can do', async () => {
    const { bin } = readJson<{ bin: Record<string, string> }>('package/package.json')
    const file = inShop(join('package', bin['hosted-checkout']!))
    expect(readFileSync(file, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/)
    const { stdout } = await run(process.execPath, [file, '--help'])
    for (const command of ['[listen] --to', 'resend EVENT', 'trigger TYPE'])
      expect(stdout).toContain(`npx hosted-checkout ${command}`)
  })

  test('it is packed into one file with all of it, because npm only links a folder', async () => {
    const file = await packPackage(inShop('package'), shop)
    expect(file).toMatch(/\/hosted-checkout-[\d.]+\.tgz$/)
    const { stdout } = await run('tar', ['-tzf', file])
    const packed = stdout.trim().split('\n')
    const built = readdirSync(inShop('package'), { recursive: true, withFileTypes: true })
    expect(packed).toHaveLength(built.filter((each) => each.isFile()).length)
    for (const name of ['react.js', 'server.js', 'load.js', 'types.d.ts', 'package.json'])
      expect(packed).toContain(`package/${name}`)
  })

  test('bundlers leave the import of the script alone', () => {
    expect(readFileSync(inShop('package/load.js'), 'utf8')).toMatch(
      /import\(\s*\/\* @vite-ignore \*\/\s*\/\* webpackIgnore: true \*\//,
    )
  })
})

/** Files of a shop, and where the compiler has to refuse them. */
const SHOP = [
  {
    what: 'know the element in a page',
    file: 'page.ts',
    source: `import { loadHostedCheckout } from 'hosted-checkout'
      const loaded = await loadHostedCheckout('https://checkout.example/checkout')
      loaded?.preconnect()
      const element = document.createElement('hosted-checkout')
      element.session = 'cs_1'
      element.addEventListener('hc-complete', ({ detail }) => detail.orderNumber.trim())
      element.addEventListener('click', ({ detail }) => detail.toFixed())
      element.fetchSession = async () => 'cs_1'
      export const ends: boolean = (await element.submit()) === 'complete'
      export const name: string | undefined = element.snapshot?.item.name`,
    errors: [],
  },
  {
    what: 'refuse what the element does not have',
    file: 'wrong-page.ts',
    source: `import 'hosted-checkout'
      const element = document.createElement('hosted-checkout')
      element.theme = 'pink'
      element.status = 'ready'
      element.pay()
      element.addEventListener('hc-complete', ({ detail }) => detail.card)`,
    errors: ['3 TS2322', '4 TS2540', '5 TS2339', '6 TS2339'],
  },
  {
    what: 'know the React component',
    file: 'react.tsx',
    source: `import { HostedCheckout } from 'hosted-checkout/react'
      export const page = <HostedCheckout session="cs_1" theme="dark"
        onComplete={(event) => { event.preventDefault(); event.detail.orderNumber.trim() }}
        onError={({ detail }) => detail.code.trim()}><a href="/pay">Pay</a></HostedCheckout>
      export const wrong = <HostedCheckout theme="pink" />`,
    errors: ['5 TS2322'],
  },
  {
    what: 'know the button',
    file: 'button.tsx',
    source: `import 'hosted-checkout'
      import type {} from 'hosted-checkout/types'
      document.querySelector('hosted-checkout-button')?.click()
      export const page = <hosted-checkout-button store="st_1" product="mug" size="M" quantity={2}
        success-url="https://shop.example" embedded className="buy"><a href="/buy">Buy</a></hosted-checkout-button>
      export const wrong = <hosted-checkout-button store="st_1" />
      export const wronger = <hosted-checkout-button store="st_1" product="mug" embedded="no" />`,
    errors: ['6 TS2322', '7 TS2322'],
  },
  {
    what: 'know the client',
    file: 'server.ts',
    source: `import { createHostedCheckout, verifyWebhook } from 'hosted-checkout/server'
      const checkout = createHostedCheckout({ baseUrl: 'https://checkout.example', secretKey: 'sk' })
      const { id } = await checkout.createSession({ items: [{ product: 'mug' }] })
      const session = await checkout.waitForSession(id)
      if (session.status === 'complete') session.order.orderNumber.trim()
      else session.order satisfies null
      for (const each of (await checkout.listSessions()).data)
        if (each.status === 'complete') each.order.orderNumber.trim()
      export const days: number = (await checkout.getOrderEvidence('1')).document.withdrawal.days
      export const event = verifyWebhook('whsec_', { body: '', headers: new Headers() }).type
      await checkout.createSession({ items: [] })
      await checkout.createSession({ items: [{ product: 'mug', price: 1 }] })`,
    errors: ['11 TS2322', '12 TS2353'],
  },
]

describe('contract §1, npm run package: the types', { timeout: COMPILING_MS }, () => {
  let found: string[]
  beforeAll(async () => {
    found = await compile(SHOP)
  }, COMPILING_MS)

  test.each(SHOP)('the types of the package $what', ({ file, errors }) => {
    expect(found.filter((error) => error.startsWith(file))).toEqual(
      errors.map((error) => `${file} ${error}`),
    )
  })
  test('the types of the package need nothing that they do not have', () => {
    const files = SHOP.map(({ file }) => file)
    expect(found.filter((error) => !files.some((file) => error.startsWith(file)))).toEqual([])
  })
})
