import type { CardForm } from './card-form.ts'
import type {
  Appearance,
  CardAnswer,
  FromFrame,
  Hello,
  Init,
  ToFrame,
} from '../element/messages.ts'

/** Colours, lengths and names of fonts. Nothing may pass that could load or compute something. */
const VALUE = /^(?!.*(url|set)\()[^;{}\\]{1,512}$/i

const root = document.documentElement

function dress({ dir, scheme, tokens }: Appearance) {
  root.dir = dir
  root.style.colorScheme = scheme
  for (const [name, value] of Object.entries(tokens)) {
    if (VALUE.test(value)) root.style.setProperty(`--_hc-${name}`, value)
  }
}

type CreateForm = (send: (message: FromFrame) => void, init: Init) => CardForm

function speakOn(port: MessagePort, init: Init, createForm: CreateForm) {
  const send = (message: FromFrame) => port.postMessage(message)
  dress(init)
  const form = createForm(send, init)
  port.onmessage = ({ data }: MessageEvent<ToFrame>) => {
    switch (data.t) {
      case 'theme':
        dress(data)
        return form.adapt?.(data)
      case 'focus':
        return form.focus(data.field)
      case 'clear':
        return form.clear(data)
      case 'fill':
        // Where a merchant's page may frame the fields, too, it could be that page that asks.
        if (!document.body.dataset['origins']?.includes(' ')) form.fill?.()
        return
      default:
        // A provider does not answer a question that it does not know.
        return void form[data.t]?.(data.id, data.customer)
          .catch((): CardAnswer => ({ t: 'failed', id: data.id, code: 'network' }))
          .then(send)
    }
  }
  const measure = () => send({ t: 'height', height: document.body.offsetHeight })
  // The first measure makes the frame visible: a hidden frame is not observed.
  measure()
  new ResizeObserver(measure).observe(document.body)
}

/**
 * Meets the page around this frame once. From then on both speak on a port that nobody else hears.
 */
export function connect(createForm: CreateForm) {
  const nonce = location.hash.slice(1)
  const origins = document.body.dataset['origins']?.split(' ')
  addEventListener(
    'message',
    function accept({ source, origin, data, ports: [port] }: MessageEvent<Init>) {
      if (
        source !== parent ||
        !origins?.includes(origin) ||
        !port ||
        data?.t !== 'hc:init' ||
        data.v !== 1 ||
        data.nonce !== nonce
      )
        return
      removeEventListener('message', accept)
      speakOn(port, data, createForm)
    },
  )
  // Sent to anyone, since it reveals nothing. The nonce and the origins above decide who may answer.
  parent.postMessage({ t: 'hc:hello', v: 1, nonce } satisfies Hello, '*')
}
