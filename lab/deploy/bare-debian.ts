import { cp, copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Program, startProgram } from '../../scripts/programs/program.ts'
import { PROJECT } from '../servers/lab-service.ts'
import { CERTIFICATES, installNode } from './debian-base.ts'
import { run } from './run.ts'

/** A login without rights. */
export const NEWCOMER = 'newcomer'

/** What must be known to reach registries from here. */
const REACHING = ['http_proxy', 'https_proxy', 'no_proxy'].flatMap((name) => [
  name,
  name.toUpperCase(),
])

/** Debian keeps programs for root where a user's shell does not look. */
const OUTSIDE = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` }

const CERTIFICATES_INSIDE = '/etc/ssl/certs/ca-certificates.crt'

/**
 * Its processes and mounts end with `unshare`, also when this process is killed, and nothing is
 * mounted where others see it.
 */
const ENTER = `
  mount --make-rprivate /
  mount -t proc proc "$ROOT/proc"
  mount -t sysfs -o ro sysfs "$ROOT/sys"
  mount -t tmpfs -o mode=755 tmpfs "$ROOT/dev"
  mkdir "$ROOT/dev/shm"
  mount -t tmpfs -o mode=1777 tmpfs "$ROOT/dev/shm"
  for device in null zero full random urandom tty; do
    touch "$ROOT/dev/$device"
    mount --bind "/dev/$device" "$ROOT/dev/$device"
  done
  mkdir "$ROOT/dev/pts"
  mount -t devpts -o newinstance,ptmxmode=0666 devpts "$ROOT/dev/pts"
  ln -s pts/ptmx "$ROOT/dev/ptmx"
  ln -s /proc/self/fd "$ROOT/dev/fd"
  ln -s fd/0 "$ROOT/dev/stdin"
  ln -s fd/1 "$ROOT/dev/stdout"
  ln -s fd/2 "$ROOT/dev/stderr"
  exec chroot "$ROOT" "$@"`

export type BareDebian = {
  /** Runs a bash script as this user; `env` is all that it gets besides the way to registries. */
  start: (user: string, script: string, env?: Record<string, string>) => Program
}

/**
 * A Debian 12 with git, curl, certificates, and this machine's npm and the Node that it runs on. Each
 * user has a clone of what is committed here.
 */
export async function makeBareDebian(root: string): Promise<BareDebian> {
  const packages = '--include=ca-certificates,git,curl'
  await run('debootstrap', ['--variant=minbase', packages, 'bookworm', root], { env: OUTSIDE })
  await installNode(root, process.env['npm_node_execpath'] ?? process.execPath)
  await copyFile('/etc/resolv.conf', join(root, 'etc/resolv.conf'))
  // The installers of Debian write it; debootstrap does not.
  await writeFile(join(root, 'etc/hosts'), '127.0.0.1 localhost\n')
  if (CERTIFICATES) await copyFile(CERTIFICATES, join(root, CERTIFICATES_INSIDE))
  await run('chroot', [root, 'useradd', '--create-home', NEWCOMER], { env: OUTSIDE })
  const clone = join(root, 'root/hosted-checkout')
  await run('git', ['clone', '--quiet', PROJECT, clone])
  await cp(clone, join(root, 'home', NEWCOMER, 'hosted-checkout'), { recursive: true })
  await run('chroot', [root, 'chown', '-R', `${NEWCOMER}:`, `/home/${NEWCOMER}`], { env: OUTSIDE })
  const registry = (await run('npm', ['config', 'get', 'registry'])).trim()
  const reaching = REACHING.flatMap((name) => {
    const value = process.env[name]
    return value ? [`${name}=${value}`] : []
  })
  const always = [
    'LANG=C.UTF-8',
    'PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
    `npm_config_registry=${registry}`,
    ...(CERTIFICATES ? [`NODE_EXTRA_CA_CERTS=${CERTIFICATES_INSIDE}`] : []),
    ...reaching,
  ]
  return {
    start(user, script, env = {}) {
      const home = user === 'root' ? '/root' : `/home/${user}`
      const settings = Object.entries({ HOME: home, USER: user, ...env })
      const clean = ['env', '-i', ...always, ...settings.map((each) => each.join('='))]
      const asUser = ['runuser', '--user', user, '--', ...clean, 'bash', '-c', script]
      return startProgram(
        'unshare',
        ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-ec', ENTER, 'sh', ...asUser],
        {
          env: { ...OUTSIDE, ROOT: root },
          stdio: ['ignore', 'pipe', 'pipe'],
          group: true,
        },
      )
    },
  }
}
