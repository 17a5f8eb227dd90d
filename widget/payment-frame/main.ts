import { createTestCardForm } from './test-card-form.ts'
import type { FromFrame, Hello, Init, ToFrame } from './messages.ts'

/** Colours, lengths and font names; nothing that could load or compute anything. */
const VALUE = /^(?!.*url)[\w\s#%.,()"'/-]{1,128}$/i

const root = document.documentElement

function dress({ lang, dir, scheme, tokens }: Pick<Init, 'lang' | 'dir' | 'scheme' | 'tokens'>) {
  root.lang = lang
  root.dir = dir
  root.style.colorScheme = scheme
  for (const [name, value] of Object.entries(tokens)) {
    if (VALUE.test(value)) root.style.setProperty(`--_hc-${name}`, value)
  }
}

function speakOn(port: MessagePort, init: Init) {
  const send = (message: FromFrame) => port.postMessage(message)
  const form = createTestCardForm(document.forms[0]!, { submit: () => send({ t: 'submit' }) })
  dress(init)
  port.onmessage = ({ data }: MessageEvent<ToFrame>) => {
    switch (data.t) {
      case 'theme': return dress(data)
      case 'focus': return form.focus(data.field)
      case 'clear': return form.clear()
      case 'validate': return send({ t: 'invalid', id: data.id, errors: form.validate() })
      case 'tokenize': return void form.tokenize(data.id).then(send)
      default: return data satisfies never
    }
  }
  const measure = () => send({ t: 'height', height: document.body.offsetHeight })
  // The first one shows the frame: while it is hidden the browser observes nothing.
  measure()
  new ResizeObserver(measure).observe(document.body)
}

function greet() {
  const nonce = location.hash.slice(1)
  const origins = document.body.dataset['origins']!.split(' ')
  addEventListener('message', function accept({ source, origin, data, ports: [port] }: MessageEvent<Init>) {
    if (source !== parent || !origins.includes(origin) || !port || data?.t !== 'hc:init' || data.v !== 1 || data.nonce !== nonce) return
    removeEventListener('message', accept)
    speakOn(port, data)
  })
  // To anyone, since it holds nothing: who may answer is decided by the nonce and the origins above.
  parent.postMessage({ t: 'hc:hello', v: 1, nonce } satisfies Hello, '*')
}

greet()
