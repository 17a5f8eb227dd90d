import { once } from 'node:events'
import { type AddressInfo, type Socket, createServer } from 'node:net'
import { createInterface } from 'node:readline'

/** Where a mail server may fail. `text`: it has the whole mail, and has not answered yet. */
export type MailStep = 'greeting' | 'recipient' | 'text'

/**
 * A code is the answer; `die` breaks the connection; `lateMs` keeps its own answer back; `silent`
 * never gives one.
 */
export type MailFault =
  | { code: number; reply?: string }
  | 'die'
  | 'silent'
  | { lateMs: number }
  | undefined

export type ReceivedMail = { to: string; source: string; messageId: string; at: number }

/** `extensions`: what it offers on EHLO. */
type Options = {
  faultAt?: (step: MailStep) => MailFault
  port?: number
  extensions?: string[]
}

const OWN = { greeting: '220 double', recipient: '250 ok', text: '250 kept' }

/** A mail server that keeps what it takes, and fails as it is told. */
export async function startMailServer({
  faultAt = () => undefined,
  port = 0,
  extensions = [],
}: Options = {}) {
  const received: ReceivedMail[] = []
  /** All that clients have said, but for texts. */
  const commands: string[] = []
  const state = { faultAt }
  const HELLO = ['double', ...extensions]
    .map((each, index) => `250${index === extensions.length ? ' ' : '-'}${each}\r\n`)
    .join('')
  const sockets = new Set<Socket>()

  async function answer(socket: Socket, step: MailStep, fault: MailFault) {
    if (fault === 'die') return socket.destroy()
    if (fault === 'silent') return undefined
    if (fault && 'lateMs' in fault)
      await new Promise((resolve) => {
        setTimeout(resolve, fault.lateMs)
      })
    return socket.write(
      `${fault && 'code' in fault ? `${fault.code} ${fault.reply ?? 'no'}` : OWN[step]}\r\n`,
    )
  }

  /** What is refused by its answer is not kept; what the server dies over, it has. */
  async function takeText(socket: Socket, to: string, lines: string[]) {
    const source = lines.map((line) => line.replace(/^\./, '')).join('\r\n')
    const fault = state.faultAt('text')
    const isKept = typeof fault !== 'object' || 'lateMs' in fault
    const messageId = /^Message-ID: (.*)$/im.exec(source)?.[1] ?? ''
    if (isKept) received.push({ to, source, messageId, at: performance.now() })
    await answer(socket, 'text', fault)
  }

  async function serve(socket: Socket) {
    let to = ''
    await answer(socket, 'greeting', state.faultAt('greeting'))
    let text: string[] | undefined
    for await (const line of createInterface({ input: socket })) {
      if (text && line !== '.') text.push(line)
      else if (text) {
        await takeText(socket, to, text)
        text = undefined
      } else {
        commands.push(line)
        if (/^EHLO/i.test(line)) socket.write(HELLO)
        else if (/^DATA/i.test(line)) {
          text = []
          socket.write('354 go on\r\n')
        } else if (/^RCPT/i.test(line)) {
          to = /<(.*)>/.exec(line)?.[1] ?? ''
          await answer(socket, 'recipient', state.faultAt('recipient'))
        } else socket.write('250 ok\r\n')
      }
    }
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
    void serve(socket).catch(() => socket.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: taken } = server.address() as AddressInfo
  return {
    port: taken,
    url: `smtp://127.0.0.1:${taken}?from=Loom <mail@loom.example>`,
    received,
    commands,
    failWith(faults: NonNullable<Options['faultAt']>) {
      state.faultAt = faults
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** A part of the mail as a reader has it: long lines are sent in pieces. */
export function partOf(source: string, type: 'text/plain' | 'text/html') {
  const boundary = /boundary="([^"]+)"/.exec(source)?.[1] ?? ''
  const part = source.split(`--${boundary}`).find((each) => each.includes(`Content-Type: ${type}`))
  const [head = '', ...body] = part?.split('\r\n\r\n') ?? []
  const text = body.join('\n\n')
  if (head.includes('base64')) return Buffer.from(text, 'base64').toString()
  const whole = text.replaceAll('=\r\n', '')
  return head.includes('quoted-printable')
    ? decodeURIComponent(whole.replaceAll('%', '%25').replaceAll(/=([\dA-F]{2})/g, '%$1'))
    : whole
}

export const headerOf = (source: string, name: string) =>
  new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, 'm').exec(source)?.[1]
