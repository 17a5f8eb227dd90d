import { spawnSync } from 'node:child_process'

/** The program that runs a language's examples, and their files. */
type Runtime = {
  name: string
  /** Prints its version when it is installed. */
  probe: [command: string, ...args: string[]]
  run: (file: string) => [command: string, ...args: string[]]
  files: { create: string; confirm: string; fulfil: string; stock: string; webhook: string }
}

const filesOf = (folder: string, ending: string) => ({
  create: `docs/snippets/${folder}/create.${ending}`,
  confirm: `docs/snippets/${folder}/confirm.${ending}`,
  stock: `docs/snippets/${folder}/stock.${ending}`,
  fulfil: `docs/snippets/${folder}/fulfil.${ending}`,
  webhook: `docs/snippets/${folder}/webhook.${ending}`,
})

const RUNTIMES: Runtime[] = [
  {
    name: 'curl',
    probe: ['sh', '-c', 'curl --version && openssl version'],
    run: (file) => ['sh', file],
    files: filesOf('curl', 'sh'),
  },
  {
    name: 'Node',
    probe: [process.execPath, '--version'],
    run: (file) => [process.execPath, file],
    files: filesOf('node', 'mjs'),
  },
  {
    name: 'Python',
    probe: ['python3', '--version'],
    run: (file) => ['python3', file],
    files: filesOf('python', 'py'),
  },
  {
    name: 'PHP',
    probe: ['php', '--version'],
    run: (file) => ['php', file],
    files: filesOf('php', 'php'),
  },
  {
    name: 'Ruby',
    probe: ['ruby', '--version'],
    run: (file) => ['ruby', file],
    files: filesOf('ruby', 'rb'),
  },
  {
    name: 'Go',
    probe: ['go', 'version'],
    run: (file) => ['go', 'run', file],
    files: filesOf('go', 'go'),
  },
  {
    name: 'Java',
    probe: ['java', '--version'],
    run: (file) => ['java', file],
    files: {
      create: 'docs/snippets/java/Create.java',
      confirm: 'docs/snippets/java/Confirm.java',
      stock: 'docs/snippets/java/Stock.java',
      fulfil: 'docs/snippets/java/Fulfil.java',
      webhook: 'docs/snippets/java/Webhook.java',
    },
  },
]

const isInstalled = ({ probe: [command, ...args] }: Runtime) =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0

export const INSTALLED = RUNTIMES.filter(isInstalled)
export const MISSING = RUNTIMES.filter((runtime) => !INSTALLED.includes(runtime))
