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
const HEIGHT_PX = { least: 160, most: 1_000 }

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

/**
 * The one iframe that holds the card fields. It and we meet once through `window`, then speak on a
 * port of our own.
 */
export function mountPaymentFrame(container: Element, mount: Mount): PaymentFrame {
  const { url, title, session, setting, onSubmit, onLoad, onUnreachable } = mount
  const begun = HOSTED_CHECKOUT_PLACE === 'embedded' ? null : container.querySelector('iframe')
  const iframe = begun ?? document.createElement('iframe')
  // `randomUUID` is not there in a page without https.
  const nonce = begun
    ? new URL(begun.src).hash.slice(1)
    : crypto.getRandomValues(new Uint32Array(4)).join()
  const address = new URL(`${url}/${session}`)
  const waiting = new Map<number, (answer: CardAnswer) => void>()
  const channel = new MessageChannel()
  let port: MessagePort | undefined = channel.port1
  let lastId = 0

  /** Not before they have met: `init` says all of it. */
  const send = (message: ToFrame) => {
    if (port?.onmessage) port.postMessage(message)
  }

  /** It answers nobody any more: whoever waits has not been given anything. */
  function end() {
    port?.close()
    port = undefined
    waiting.forEach((answer, id) => answer({ t: 'failed', id, code: 'network' }))
    waiting.clear()
  }

  function hear({ data }: MessageEvent<FromFrame>) {
    switch (data.t) {
      case 'height':
        iframe.dataset['ready'] = ''
        iframe.style.blockSize = `${Math.min(Math.max(data.height, HEIGHT_PX.least), HEIGHT_PX.most)}px`
        return
      case 'submit':
      case 'wallet':
        return onSubmit(data.t)
      case 'fatal':
        end()
        return onUnreachable()
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

  function meet({ source, origin, data }: MessageEvent<Hello>) {
    if (
      source !== iframe.contentWindow ||
      origin !== address.origin ||
      data?.t !== 'hc:hello' ||
      data.nonce !== nonce
    )
      return
    stopMeeting()
    port!.onmessage = hear
    const init: Init = { t: 'hc:init', v: 1, session, nonce, wallets: true, ...setting() }
    iframe.contentWindow?.postMessage(init, address.origin, [channel.port2])
    // One that was there before us was loaded unheard.
    onLoad()
  }

  const timer = setTimeout(() => {
    stopMeeting()
    end()
    onUnreachable()
  }, HANDSHAKE_MS)
  function stopMeeting() {
    clearTimeout(timer)
    removeEventListener('message', meet)
  }

  addEventListener('message', meet)
  iframe.addEventListener('load', onLoad)
  if (begun?.hello) meet(begun.hello)
  else if (!begun) {
    address.searchParams.set('origin', location.origin)
    address.searchParams.set('lang', setting().lang)
    address.hash = nonce
    iframe.title = title
    // A browser that does not know `autofill` would report it as a mistake.
    iframe.allow = document.featurePolicy?.features().includes('autofill')
      ? 'payment; autofill'
      : 'payment'
    iframe.src = address.href
    container.replaceChildren(iframe)
  }

  return {
    ask: (what) =>
      new Promise((resolve) => {
        waiting.set(++lastId, resolve)
        // A frame that is still to come finds it there.
        if (port) port.postMessage({ t: what, id: lastId } satisfies ToFrame)
        else end()
      }),
    focus: (field) => {
      iframe.focus()
      send({ t: 'focus', field })
    },
    clear: () => {
      send({ t: 'clear' })
    },
    adapt: (changed) => {
      send({ t: 'theme', ...changed })
    },
    remove: () => {
      stopMeeting()
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
