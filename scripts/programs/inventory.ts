import { readFileSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BUNDLED } from './bundled-packages.ts'

type Locked = {
  name?: string
  version: string
  license?: string
  integrity?: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** By folder, from `node_modules/…` on; the project itself is ''. */
type Lock = Record<string, Locked>

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)/i
/** Some packages have the text in their README alone. */
const LICENCE_SECTION = /^#+ *licen[cs]e\b.*\n([^]*?copyright[^]*?)(?=^#|$(?![^]))/im

const nameOf = (folder: string) => folder.slice(folder.lastIndexOf('node_modules/') + 13)
const purlOf = (name: string, version: string) =>
  `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`

/** The folders of what a package asks for, as Node finds them. */
function findNeeded(lock: Lock, folder: string, names: string[]) {
  return names.flatMap((name) => {
    for (
      let from = folder;
      ;
      from = from.slice(0, Math.max(0, from.lastIndexOf('node_modules') - 1))
    ) {
      const found = join(from, 'node_modules', name)
      if (lock[found]) return [found]
      if (from === '') return []
    }
  })
}

const neededBy = ({ dependencies, optionalDependencies }: Locked) =>
  Object.keys({ ...dependencies, ...optionalDependencies })

/** What the image has in `node_modules`, so far as it is for this machine. */
function findInstalled(tree: string, lock: Lock) {
  const found = new Set<string>()
  const pending = findNeeded(lock, '', Object.keys(lock['']?.dependencies ?? {}))
  for (const folder of pending) {
    if (found.has(folder) || !existsSync(join(tree, folder))) continue
    found.add(folder)
    pending.push(...findNeeded(lock, folder, neededBy(lock[folder]!)))
  }
  return found
}

/** @throws {Error} for a package without a text: a licence wants to be passed on as it is. */
function readLicence(tree: string, lock: Lock, folder: string): string {
  const inside = join(tree, folder)
  const names = readdirSync(inside).sort()
  const texts = names
    .filter((name) => LICENCE_FILE.test(name))
    .map((name) => readFileSync(join(inside, name), 'utf8').trim())
  if (texts.length > 0) return texts.join('\n\n')
  const readme = names.find((name) => /^readme/i.test(name))
  const [, section] =
    LICENCE_SECTION.exec(readme ? readFileSync(join(inside, readme), 'utf8') : '') ?? []
  if (section) return section.trim()
  // Native code of a package has the package's own licence.
  const whole = Object.keys(lock).find(
    (each) => nameOf(folder) in (lock[each]?.optionalDependencies ?? {}) && each !== '',
  )
  if (whole) return readLicence(tree, lock, whole)
  throw new Error(`${folder} has no text of its licence.`)
}

const toLicence = (expression: string) =>
  /^[\w.-]+$/.test(expression) ? { license: { id: expression } } : { expression }

function toComponent(folder: string, locked: Locked) {
  const name = locked.name ?? nameOf(folder)
  const { version, license = '', integrity } = locked
  const [, algorithm = '', hash = ''] = /^(sha\d+)-(.*)$/.exec(integrity ?? '') ?? []
  const slash = name.indexOf('/')
  return {
    type: 'library',
    'bom-ref': purlOf(name, version),
    ...(slash > 0 && { group: name.slice(0, slash) }),
    name: name.slice(slash + 1),
    version,
    hashes: [
      {
        alg: algorithm.toUpperCase().replace('SHA', 'SHA-'),
        content: Buffer.from(hash, 'base64').toString('hex'),
      },
    ],
    licenses: [toLicence(license)],
    purl: purlOf(name, version),
  }
}

/** `CycloneDX` and the texts of the licences, of what the built folders and `node_modules` have. */
export function readInventory(tree: string, built: string[]) {
  const { packages: lock } = JSON.parse(readFileSync(join(tree, 'package-lock.json'), 'utf8')) as {
    packages: Lock
  }
  const bundled = built.flatMap(
    (folder) => JSON.parse(readFileSync(join(folder, BUNDLED), 'utf8')) as string[],
  )
  const folders = [...new Set([...bundled, ...findInstalled(tree, lock)])].sort()
  const unknown = folders.filter((folder) => !lock[folder]?.license || !lock[folder].integrity)
  if (unknown.length > 0)
    throw new Error(`The lockfile does not say what these are: ${unknown.join(', ')}`)
  const own = lock['']!
  const ref = (folder: string) =>
    purlOf(lock[folder]?.name ?? nameOf(folder), lock[folder]!.version)
  const dependencies = (folder: string, names: string[]) =>
    findNeeded(lock, folder, names)
      .filter((each) => folders.includes(each))
      .map(ref)
      .sort()
  const root = purlOf(own.name ?? '', own.version)
  return {
    sbom: {
      $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      metadata: {
        lifecycles: [{ phase: 'build' }],
        component: {
          type: 'application',
          'bom-ref': root,
          name: own.name,
          version: own.version,
          licenses: [toLicence(own.license ?? '')],
          purl: root,
        },
      },
      components: folders.map((folder) => toComponent(folder, lock[folder]!)),
      dependencies: [
        {
          ref: root,
          dependsOn: dependencies('', Object.keys({ ...own.dependencies, ...own.devDependencies })),
        },
        ...folders.map((folder) => ({
          ref: ref(folder),
          dependsOn: dependencies(folder, neededBy(lock[folder]!)),
        })),
      ],
    },
    notices: toNotices(
      folders.map((folder) => ({
        package: `${lock[folder]!.name ?? nameOf(folder)} ${lock[folder]!.version} (${lock[folder]!.license})`,
        text: readLicence(tree, lock, folder),
      })),
    ),
  }
}

/** Each text once, below all packages that have it. */
function toNotices(licences: { package: string; text: string }[]) {
  const byText = Map.groupBy(licences, ({ text }) => text.replaceAll('\r\n', '\n'))
  const parts = [...byText].map(
    ([text, packages]) => `${packages.map((each) => each.package).join('\n')}\n\n${text}\n`,
  )
  return `Hosted Checkout contains these packages, under these licences.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`
}

/** `dist/sbom.cdx.json` and `dist/THIRD-PARTY.txt`. */
export function writeInventory(tree: string, dist: string) {
  const { sbom, notices } = readInventory(tree, [join(dist, 'service'), join(dist, 'widget')])
  writeFileSync(join(dist, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`)
  writeFileSync(join(dist, 'THIRD-PARTY.txt'), notices)
}
