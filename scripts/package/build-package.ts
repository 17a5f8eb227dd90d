import { execFile } from 'node:child_process'
import { cp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { transformWithOxc } from 'vite'
import { elementManifest } from './element-manifest.ts'
import { FRAMEWORK_TYPES } from './framework-types.ts'

const PROJECT = join(import.meta.dirname, '../..')
const TSC = join(
  dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin/tsc',
)

/** What merchants import, with the file in `npm/` behind it. */
const ENTRIES = { '.': 'load', './react': 'react', './server': 'server' }

type Manifest = { version: string; license: string; dependencies: object; devDependencies: object }

const toJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/** The version of a dependency as a range, because merchants may have a newer one. */
function rangeOf({ dependencies, devDependencies }: Manifest, name: string) {
  const version = ({ ...dependencies, ...devDependencies } as Record<string, string>)[name]
  if (!version) throw new Error(`${name} is not installed here`)
  return { [name]: `^${version}` }
}

/** File names as in the package; neither the compiler nor Oxc changes them. */
const asJs = (code: string) => code.replaceAll(/(from ["']\.{1,2}\/\w+)\.ts(["'])/g, '$1.js$2')

const exported = (file: string) => ({ types: `./${file}.d.ts`, default: `./${file}.js` })

function packageJson(own: Manifest) {
  return {
    name: 'hosted-checkout',
    version: own.version,
    description:
      'Loader, types and React wrapper of <hosted-checkout>, a client for servers, and a command to try webhooks.',
    license: own.license,
    type: 'module',
    sideEffects: false,
    exports: {
      ...Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, exported(file)])),
      './types': { types: './types.d.ts' },
      './custom-elements.json': './custom-elements.json',
      './package.json': './package.json',
    },
    bin: { 'hosted-checkout': 'cli/cli.js' },
    customElements: 'custom-elements.json',
    engines: { node: '>=20.19' },
    dependencies: { ...rangeOf(own, 'jose'), ...rangeOf(own, 'standardwebhooks') },
    peerDependencies: { react: '>=18' },
    peerDependenciesMeta: { react: { optional: true } },
  }
}

/** Writes the package that merchants install, ready for `npm publish`. */
export async function buildPackage(folder: string) {
  const own = JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8')) as Manifest
  await rm(folder, { recursive: true, force: true })
  await promisify(execFile)(process.execPath, [
    TSC,
    '-p',
    join(PROJECT, 'npm/tsconfig.package.json'),
    '--outDir',
    folder,
  ])
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.d.ts')) continue
    const source = join(PROJECT, 'npm', name.replace('.d.ts', '.ts'))
    const { code } = await transformWithOxc(await readFile(source, 'utf8'), source, {
      sourcemap: false,
    })
    await writeFile(join(folder, name.replace('.d.ts', '.js')), asJs(code))
    await writeFile(join(folder, name), asJs(await readFile(join(folder, name), 'utf8')))
  }
  await writeFile(join(folder, 'types.d.ts'), FRAMEWORK_TYPES)
  await writeFile(join(folder, 'package.json'), toJson(packageJson(own)))
  await writeFile(join(folder, 'custom-elements.json'), toJson(elementManifest()))
  await cp(join(PROJECT, 'npm/README.md'), join(folder, 'README.md'))
  await cp(join(PROJECT, 'LICENSE'), join(folder, 'LICENSE'))
}

/** Packs the package into `folder`; returns the path of the file. */
export async function packPackage(built: string, folder: string) {
  const { stdout } = await promisify(execFile)('npm', [
    'pack',
    built,
    `--pack-destination=${folder}`,
    '--ignore-scripts',
    '--silent',
  ])
  return join(folder, stdout.trim())
}
