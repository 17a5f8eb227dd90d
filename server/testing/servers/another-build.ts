import { createHash } from 'node:crypto'
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { WIDGET_DIRECTORY } from '../../web/answers/built-folders.ts'

const hash = (algorithm: string, content: string) => createHash(algorithm).update(content)

/** Merchants' pages load these, also by names that stay. */
const NEWEST = ['hosted-checkout', 'hosted-checkout-button']
const SCRIPTS = ['hosted-checkout-outcomes', ...NEWEST, 'hosted-checkout-page']

type Names = Record<string, string>

/**
 * A copy of the build, in a folder of its own, as it were after `change` of each script that pages
 * load: other content has other names, by which the scripts know each other.
 */
export async function anotherBuild(change: (script: string) => string = (script) => script) {
  const folder = await mkdtemp(join(tmpdir(), 'hc-build-'))
  await cp(WIDGET_DIRECTORY, folder, { recursive: true, dereference: true })
  const { version, files }: { version: string; files: Names } = JSON.parse(
    await readFile(join(folder, 'integrity.json'), 'utf8'),
  )
  const changed: Names = {}
  const published: Names = {}
  const there = await readdir(folder)
  for (const script of SCRIPTS) {
    const old = there.find(
      (name) => name.startsWith(`${script}-${version}-`) && name.endsWith('.js'),
    )
    if (!old) throw new Error(`the build has no ${script}`)
    let content = await readFile(join(folder, old), 'utf8')
    for (const [from, to] of Object.entries(changed)) content = content.replaceAll(from, to)
    content = change(content)
    const name = `${script}-${version}-${hash('sha256', content).digest('hex').slice(0, 10)}.js`
    const integrity = `sha384-${hash('sha384', content).digest('base64')}`
    Object.assign(changed, { [old]: name, [String(files[old])]: integrity })
    published[name] = integrity
    for (const each of there.filter((one) => one.startsWith(old))) await rm(join(folder, each))
    await writeFile(join(folder, name), content)
    if (!NEWEST.includes(script)) continue
    published[`${script}.js`] = integrity
    for (const packed of ['br', 'gz']) await rm(join(folder, `${script}.js.${packed}`))
    await writeFile(join(folder, `${script}.js`), content)
  }
  for (const packed of ['br', 'gz']) await rm(join(folder, `integrity.json.${packed}`))
  await writeFile(join(folder, 'integrity.json'), JSON.stringify({ version, files: published }))
  return {
    folder,
    directory: pathToFileURL(`${folder}/`),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
