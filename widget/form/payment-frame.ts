import type { CardField } from '../session/checkout-state.ts'
import type {
  CardAnswer,
  FramePress,
  FromFrame,
  Hello,
  Init,
  Setting,
  ToFrame,
} from '../payment-frame/messages.ts'

const HANDSHAKE_MS = 8_000
const LEAST_HEIGHT_PX = 160
const MOST_HEIGHT_PX = 1_000

export type PaymentFrame = {
  ask: (what: 'validate' | 'tokenize' | 'wallet') => Promise<CardAnswer>
  focus: (field: CardField) => void
  /** The security code alone, which no one may keep. */
  clear: () => void
  adapt: (setting: Setting) => void
  remove: () => void
}

type Mount = {
  url: string
  title: string
  session: string
  setting: () => Setting
  onSubmit: (by: FramePress) => void
  /** Whatever was loaded. */
  onLoad: () => void
  onUnreachable: () => void
}

/** The frame that our own page has begun to load, or a new one. */
function frameIn(container: Element, { url, title, session, setting }: Mount) {
  const begun = HOSTED_CHECKOUT_PLACE === 'embedded' ? null : container.querySelector('iframe')
  if (begun) return { iframe: begun, nonce: new URL(begun.src).hash.slice(1) }
  const iframe = document.createElement('iframe')
  // `randomUUID` is not there in a page without https.
  const nonce = crypto.getRandomValues(new Uint32Array(4)).join()
  const address = new URL(`${url}/${session}`)
  address.searchParams.set('origin', location.origin)
  address.searchParams.set('lang', setting().lang)
  address.hash = nonce
  iframe.title = title
  // A browser that does not know `autofill` would report it as a mistake.
  iframe.allow = document.featurePolicy?.features().includes('autofill')
    ? 'payment; autofill'
    : 'payment'
  iframe.src = address.href
  return { iframe, nonce }
}

function setHeight(iframe: HTMLIFrameElement, height: number) {
  iframe.dataset['ready'] = ''
  iframe.style.blockSize = `${Math.min(Math.max(height, LEAST_HEIGHT_PX), MOST_HEIGHT_PX)}px`
}

/**
 * The one iframe that holds the card fields. It and we meet once through `window`, then speak on a
 * port of our own.
 */
export function mountPaymentFrame(container: Element, mount: Mount): PaymentFrame {
  const { url, session, setting, onSubmit, onLoad, onUnreachable } = mount
  const { iframe, nonce } = frameIn(container, mount)
  const frameOrigin = new URL(url).origin
  const { port1: port, port2: other } = new MessageChannel()
  const waiting = new Map<number, (answer: CardAnswer) => void>()
  let isOpen = true
  let lastId = 0

  /** Not before they have met: `init` says all of it. */
  const send = (message: ToFrame) => {
    if (isOpen && port.onmessage) port.postMessage(message)
  }

  /** It answers nobody any more: whoever waits has not been given anything. */
  function end() {
    stopMeeting()
    port.close()
    isOpen = false
    waiting.forEach((answer, id) => answer({ t: 'failed', id, code: 'network' }))
    waiting.clear()
  }

  function hear({ data }: MessageEvent<FromFrame>) {
    switch (data.t) {
      case 'height':
        return setHeight(iframe, data.height)
      case 'submit':
      case 'wallet':
        return onSubmit(data.t)
      case 'fatal':
        return leave()
      case 'token':
      case 'invalid':
      case 'failed':
        waiting.get(data.id)?.(data)
        waiting.delete(data.id)
        return
      default:
        return data satisfies never
    }
  }

  function leave() {
    end()
    onUnreachable()
  }

  function meet({ source, origin, data }: MessageEvent<Hello>) {
    if (source !== iframe.contentWindow || origin !== frameOrigin) return
    if (data?.t !== 'hc:hello' || data.nonce !== nonce) return
    stopMeeting()
    port.onmessage = hear
    const init: Init = { t: 'hc:init', v: 1, session, nonce, wallets: true, ...setting() }
    iframe.contentWindow?.postMessage(init, frameOrigin, [other])
    // One that was there before us was loaded unheard.
    onLoad()
  }

  const timer = setTimeout(leave, HANDSHAKE_MS)
  function stopMeeting() {
    clearTimeout(timer)
    removeEventListener('message', meet)
  }

  addEventListener('message', meet)
  iframe.addEventListener('load', onLoad)
  if (!iframe.isConnected) container.replaceChildren(iframe)
  else if (iframe.hello) meet(iframe.hello)

  return {
    ask: (what) =>
      new Promise((resolve) => {
        waiting.set(++lastId, resolve)
        // A frame that is still to come finds it there.
        if (isOpen) port.postMessage({ t: what, id: lastId } satisfies ToFrame)
        else end()
      }),
    focus(field) {
      iframe.focus()
      send({ t: 'focus', field })
    },
    clear: () => send({ t: 'clear' }),
    adapt: (changed) => send({ t: 'theme', ...changed }),
    remove() {
      end()
      iframe.remove()
    },
  }
}

declare global {
  interface HTMLIFrameElement {
    /** What our own page has heard of the frame that it began to load. */
    hello?: MessageEvent<Hello>
  }

  interface Document {
    /** Chromium's list of what `allow` may name. */
    readonly featurePolicy?: { features: () => string[] }
  }
}
