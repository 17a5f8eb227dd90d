import { createTestCardForm } from './test-card-form.ts'
import type { FromFrame, Hello, Init, ToFrame } from './messages.ts'

const NAME = /^--hc-[a-z-]{2,20}$/
/** Colours, lengths and font names; nothing that could load or compute anything. */
const VALUE = /^(?!.*url)[\w\s#%.,()"'/-]{1,64}$/i

const root = document.documentElement

function dress({ lang, dir, scheme, tokens }: Pick<Init, 'lang' | 'dir' | 'scheme' | 'tokens'>) {
  root.lang = lang
  root.dir = dir
  root.style.colorScheme = scheme
  for (const [name, value] of Object.entries(tokens)) {
    if (NAME.test(name) && VALUE.test(value)) root.style.setProperty(name, value)
  }
}

function speakOn(port: MessagePort, init: Init) {
  const send = (message: FromFrame) => port.postMessage(message)
  const height = () => document.body.offsetHeight
  const form = createTestCardForm(document.forms[0]!, { submit: () => send({ t: 'submit' }) })
  dress(init)
  port.onmessage = ({ data }: MessageEvent<ToFrame>) => {
    switch (data.t) {
      case 'theme': return dress(data)
      case 'focus': return form.focus(data.field)
      case 'clear': return form.clear(data.what)
      case 'validate': return send({ t: 'invalid', id: data.id, errors: form.validate() })
      case 'tokenize': return void form.tokenize(data.id).then(send)
      default: return data satisfies never
    }
  }
  send({ t: 'ready', height: height() })
  new ResizeObserver(() => send({ t: 'height', height: height() })).observe(document.body)
}

function greet() {
  const nonce = location.hash.slice(1)
  const origins: string[] = JSON.parse(document.body.dataset['origins'] ?? '[]')
  addEventListener('message', function accept({ source, origin, data, ports: [port] }: MessageEvent<Init>) {
    if (source !== parent || !port || data?.t !== 'hc:init' || data.v !== 1 || data.nonce !== nonce) return
    if (origins.length && !origins.includes(origin)) return
    removeEventListener('message', accept)
    speakOn(port, data)
  })
  // To anyone, since it holds nothing: who may answer is decided by the nonce and the origins above.
  parent.postMessage({ t: 'hc:hello', v: 1, nonce } satisfies Hello, '*')
}

greet()
