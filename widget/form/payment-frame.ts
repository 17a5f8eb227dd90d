import type { CardField } from '../session/checkout-state.ts'
import type { AfterPress } from './watch-pointer.ts'
import type {
  CardAnswer,
  CardOutcome,
  FramePress,
  FromFrame,
  Hello,
  Init,
  Question,
  Setting,
  ToFrame,
} from '../element/messages.ts'

const HANDSHAKE_MS = 8_000
const LEAST_HEIGHT_PX = 48
const MOST_HEIGHT_PX = 1_000

export type PaymentFrame = {
  ask: (question: Question) => Promise<CardAnswer>
  focus: (field: CardField) => void
  /** Clears the security code, which no one may keep. */
  clear: (outcome?: CardOutcome) => void
  /** Fills in a test card. */
  fill: () => void
  adapt: (setting: Setting) => void
  remove: () => void
}

type Mount = {
  url: string
  title: string
  session: string
  setting: () => Setting
  /** Acts when nothing is pressed, which a new height would take away from under the pointer. */
  afterPress: AfterPress
  onSubmit: (by: FramePress) => void
  /** The frame has been loaded, with or without success. */
  onLoad: () => void
  onUnreachable: () => void
  /** For the frame of the wallets: there is one to pay with. */
  onOffer?: () => void
}

/** The frame that our own page has begun to load, or a new one. */
function frameIn(container: Element, { url, title, session, setting }: Mount) {
  const begun = HOSTED_CHECKOUT_SURFACE === 'embedded' ? null : container.querySelector('iframe')
  if (begun) return { iframe: begun, nonce: new URL(begun.src).hash.slice(1) }
  const iframe = document.createElement('iframe')
  // `randomUUID` exists only in pages with https.
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

/** Speaks with the frame on a port that nobody else hears. */
function createTalk(port: MessagePort) {
  const waiting = new Map<number, (answer: CardAnswer) => void>()
  let isOpen = true
  let lastId = 0

  /** The frame no longer answers, so each question is answered that there is no card. */
  function end() {
    port.close()
    isOpen = false
    waiting.forEach((answer, id) => answer({ t: 'failed', id, code: 'network' }))
    waiting.clear()
  }

  return {
    end,

    ask: (question: Question) =>
      new Promise<CardAnswer>((resolve) => {
        waiting.set(++lastId, resolve)
        // The port keeps the question for a frame that is still to come.
        if (isOpen) port.postMessage({ ...question, id: lastId } satisfies ToFrame)
        else end()
      }),

    answer(answer: CardAnswer) {
      waiting.get(answer.id)?.(answer)
      waiting.delete(answer.id)
    },

    /** Sends nothing before they have met, since `init` says all of it. */
    send(message: ToFrame) {
      if (isOpen && port.onmessage) port.postMessage(message)
    },
  }
}

type FrameParts = {
  iframe: HTMLIFrameElement
  talk: ReturnType<typeof createTalk>
  onFatal: () => void
}

/** Hears the frame's own news, and its answers. */
function hear(
  data: FromFrame,
  { iframe, talk, afterPress, onSubmit, onFatal, onOffer }: Mount & FrameParts,
) {
  switch (data.t) {
    case 'height':
      return afterPress(() => setHeight(iframe, data.height))
    case 'submit':
    case 'wallet':
      return onSubmit(data.t)
    case 'fatal':
      return onFatal()
    case 'offer':
      return onOffer?.()
    case 'token':
    case 'invalid':
    case 'failed':
      return talk.answer(data)
    default:
      return data satisfies never
  }
}

/** The one iframe that holds the card fields. It and this page meet once through `window`. */
export function mountPaymentFrame(container: Element, mount: Mount): PaymentFrame {
  const { url, session, setting, onLoad, onUnreachable, onOffer } = mount
  const { iframe, nonce } = frameIn(container, mount)
  const frameOrigin = new URL(url).origin
  const { port1: port, port2: other } = new MessageChannel()
  const talk = createTalk(port)

  function meet({ source, origin, data }: MessageEvent<Hello>) {
    if (source !== iframe.contentWindow || origin !== frameOrigin) return
    if (data?.t !== 'hc:hello' || data.nonce !== nonce) return
    stopMeeting()
    port.onmessage = (event) => hear(event.data, { ...mount, iframe, talk, onFatal: leave })
    const express = onOffer && { express: true as const }
    const init: Init = { t: 'hc:init', v: 1, session, nonce, ...express, ...setting() }
    iframe.contentWindow?.postMessage(init, frameOrigin, [other])
    // Our own page may have begun to load the frame, whose load event may then be over.
    onLoad()
  }

  function stopMeeting() {
    clearTimeout(timer)
    removeEventListener('message', meet)
  }

  function end() {
    stopMeeting()
    talk.end()
  }

  function leave() {
    end()
    onUnreachable()
  }

  const timer = setTimeout(leave, HANDSHAKE_MS)
  addEventListener('message', meet)
  iframe.addEventListener('load', onLoad)
  if (!iframe.isConnected) container.replaceChildren(iframe)
  else if (iframe.hello) meet(iframe.hello)

  return {
    ask: talk.ask,
    focus(field) {
      iframe.focus()
      talk.send({ t: 'focus', field })
    },
    clear: (outcome) => talk.send({ t: 'clear', ...outcome }),
    fill: () => talk.send({ t: 'fill' }),
    adapt: (changed) => talk.send({ t: 'theme', ...changed }),
    remove() {
      end()
      iframe.remove()
    },
  }
}

declare global {
  interface HTMLIFrameElement {
    /** The hello of a frame that our own page began to load, if it came early. */
    hello?: MessageEvent<Hello>
  }

  interface Document {
    /** Chromium's list of the names that `allow` knows. */
    readonly featurePolicy?: { features: () => string[] }
  }
}
