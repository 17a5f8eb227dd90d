import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startProgram } from '../../scripts/programs/program.ts'
import { PROJECT } from '../servers/lab-service.ts'
import { SECRETS_FOLDER } from './compose-file.ts'
import type { Start } from './compose-parts.ts'
import { BASE_FILE, unpackDebian } from './debian-base.ts'
import { run } from './run.ts'

const IMAGE = 'hosted-checkout'

/** Works where no container can be started, too. */
const ISOLATION = ['--isolation', 'chroot']

type Layer = { size: number }
type Config = {
  User: string
  Healthcheck?: { Test: string[] }
  Entrypoint: string[]
  Cmd: string[]
}

export type Image = {
  /** What it adds to its base, in bytes. */
  addedBytes: number
  config: Config
  /** Its root as a folder. */
  root: string
  /** Starts it as its user, with its own command or this one. Only `/tmp` can be written. */
  start: Start
  /** Starts a program in it that is not its own. */
  entrypoint: Start
}

/** Builds the `Containerfile` on a Debian base; all is kept in `folder`. */
export async function buildImage(folder: string): Promise<Image> {
  const buildah = ['buildah', '--root', join(folder, 'images'), '--runroot', join(folder, 'run')]
  const all = [...buildah, '--storage-driver', 'vfs']
  const [program = '', ...options] = all
  const ask = (...args: string[]) => run(program, [...options, ...args])
  const build = (image: string, file: string, ...args: string[]) =>
    ask('bud', ...ISOLATION, '--ulimit', 'nofile=1024:1024', '-t', image, '-f', file, ...args)

  const base = join(folder, 'base')
  await mkdir(base)
  await unpackDebian(join(base, 'root'))
  const baseFile = join(base, 'Containerfile')
  await writeFile(baseFile, BASE_FILE)
  await build('base', baseFile, base)
  // The packages that npm has fetched before.
  const cache = (await run('npm', ['config', 'get', 'cache'])).trim()
  await build(
    IMAGE,
    join(PROJECT, 'Containerfile'),
    '--format',
    'docker',
    '--volume',
    `${cache}:/npm-cache`,
    '--build-arg',
    'BASE=localhost/base',
    PROJECT,
  )

  const { Docker, Manifest } = JSON.parse(await ask('inspect', '--type', 'image', IMAGE)) as {
    Docker: { config: Config }
    Manifest: string
  }
  const { layers } = JSON.parse(Manifest) as { layers: Layer[] }
  const container = (await ask('from', IMAGE)).trim()
  const root = (await ask('mount', container)).trim()
  const { Entrypoint, Cmd } = Docker.config
  const entrypoint = startIn({ all, container, root, scratch: join(folder, 'tmp') })
  return {
    addedBytes: layers.slice(1).reduce((sum, { size }) => sum + size, 0),
    config: Docker.config,
    root,
    start: (command, ...rest) =>
      entrypoint([...Entrypoint, ...(command.length > 0 ? command : Cmd)], ...rest),
    entrypoint,
  }
}

type ContainerStart = { all: string[]; container: string; root: string; scratch: string }

/**
 * buildah has no option for a root that cannot be written, so it gets one that is mounted so. It
 * then fails to tidy up, and its own exit code says nothing.
 */
const READ_ONLY = `
  ulimit -n 1024
  mkdir -p -m 1777 "$SCRATCH"
  touch "$ROOT/run/.containerenv" "$ROOT/etc/hosts" "$ROOT/etc/resolv.conf"
  mkdir -p "$ROOT$SECRETS_FOLDER"
  for name in $SECRETS; do touch "$ROOT$SECRETS_FOLDER$name"; done
  mount --make-rprivate /
  mount --bind "$ROOT" "$ROOT"
  mount -o remount,bind,ro "$ROOT"
  exec "$@"`

const startIn =
  ({ all, container, root, scratch }: ContainerStart): Start =>
  (command, env, secrets = {}) => {
    const settings = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`])
    const volumes = [
      `${scratch}:/tmp`,
      ...Object.entries(secrets).map(([name, file]) => `${file}:${SECRETS_FOLDER}${name}:ro`),
    ].flatMap((volume) => ['--volume', volume])
    const running = [...all, 'run', ...ISOLATION, ...volumes, ...settings]
    return startProgram(
      'unshare',
      ['--mount', 'sh', '-ec', READ_ONLY, 'sh', ...running, container, '--', ...command],
      {
        env: {
          ...process.env,
          ROOT: root,
          SCRATCH: scratch,
          SECRETS_FOLDER,
          SECRETS: Object.keys(secrets).join(' '),
        },
        stdio: ['ignore', 'pipe', 'pipe'],
        group: true,
      },
    )
  }
