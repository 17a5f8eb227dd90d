import { realpathSync } from 'node:fs'
import { cp, copyFile, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { findProgram } from '../../scripts/programs/find-program.ts'
import { run } from './run.ts'

/** A shell, what Node is linked with, and what they depend on. */
const PACKAGES = ['base-files', 'dash', 'coreutils', 'libstdc++6']

const DEPENDING = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'].map(
  (kind) => `--no-${kind}`,
)

/** Certificates of a registry behind a proxy. */
export const CERTIFICATES = process.env['NODE_EXTRA_CA_CERTS']

/**
 * Unpacks a small Debian of this machine's release into `root`, with Node and npm where the official
 * image has them: no registry of images is needed.
 */
export async function unpackDebian(root: string) {
  await mkdir(root)
  const packages = await mkdtemp(`${root}-packages-`)
  const depends = await run('apt-cache', ['depends', '--recurse', ...DEPENDING, ...PACKAGES])
  const names = new Set(depends.split('\n').filter((line) => /^[a-z][^:]*$/.test(line)))
  await run('apt-get', ['-q', 'download', ...names], { cwd: packages })
  for (const name of await readdir(packages))
    await run('dpkg-deb', ['--extract', join(packages, name), root])
  await rm(packages, { recursive: true })
  await installNode(root, process.execPath)
  if (CERTIFICATES) await copyFile(CERTIFICATES, join(root, 'etc/certificates.crt'))
}

/** Puts a Node and this machine's npm where the official image has them. */
export async function installNode(root: string, node: string) {
  const [bin, modules] = ['usr/local/bin', 'usr/local/lib/node_modules'].map((each) =>
    join(root, each),
  ) as [string, string]
  for (const folder of [bin, modules]) await mkdir(folder, { recursive: true })
  await copyFile(realpathSync(node), join(bin, 'node'))
  const npm = realpathSync(findProgram('npm') ?? '')
  await cp(dirname(dirname(npm)), join(modules, 'npm'), { recursive: true })
  for (const name of ['npm', 'npx'])
    await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, join(bin, name))
}

/** Makes the unpacked folder an image. */
export const BASE_FILE = `FROM scratch
ADD root /
ENV PATH=/usr/local/bin:/usr/bin:/bin npm_config_cache=/npm-cache
${CERTIFICATES ? 'ENV NODE_EXTRA_CA_CERTS=/etc/certificates.crt' : ''}
`
