import { expect, vi } from 'vitest'
import type { CardAnswer, FromFrame, Hello, Init, ToFrame } from '../element/messages.ts'

/** The documents at this address are blank, so a test can speak for the frame. */
export const FRAME_URL = `${location.origin}/blank`

type Without<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never
type Answer = Without<CardAnswer, 'id'>

const VALID: Answer = { t: 'invalid', errors: [] }
const TOKEN: Answer = {
  t: 'token',
  paymentMethod: 'pm_test_1',
  card: { brand: 'VISA', last4: '4242' },
}

type FrameHello = { data: Hello; origin?: string; source?: Window | null }

/** Delivers a message to the page as the browser would. */
export const deliver = (source: Window | null, { origin = location.origin, data }: FrameHello) =>
  window.dispatchEvent(new MessageEvent('message', { source, origin, data }))

export async function blankFrame(iframe: HTMLIFrameElement) {
  await expect.poll(() => iframe.contentDocument?.title).toBe('Blank')
  const inside = iframe.contentWindow!
  const hello: Hello = { t: 'hc:hello', v: 1, nonce: inside.location.hash.slice(1) }
  return { inside, hello }
}

/**
 * Speaks for the payment frame (page §7, messages). Its card is good until the test changes an
 * answer.
 */
export async function speakAsFrame(iframe: HTMLIFrameElement) {
  const { inside, hello } = await blankFrame(iframe)
  const sent = vi.spyOn(inside, 'postMessage')
  const met = new Promise<MessageEvent<Init>>((resolve) => {
    inside.addEventListener('message', resolve, { once: true })
  })
  deliver(inside, { data: hello })
  const {
    data: init,
    ports: [port],
  } = await met
  /** Without an answer the frame keeps silent. */
  const answers: Record<'validate' | 'tokenize', Answer | undefined> = {
    validate: VALID,
    tokenize: TOKEN,
  }
  const heard: ToFrame[] = []
  const say = (message: FromFrame) => port!.postMessage(message)
  port!.onmessage = ({ data }: MessageEvent<ToFrame>) => {
    heard.push(data)
    const answer = data.t === 'validate' || data.t === 'tokenize' ? answers[data.t] : undefined
    if (answer && 'id' in data) say({ ...answer, id: data.id } as CardAnswer)
  }
  say({ t: 'height', height: 240 })
  return {
    iframe,
    init,
    /** The origin to which `init` was sent. */
    initOrigin: (sent.mock.calls[0] as unknown[] | undefined)?.[1],
    heard: <Kind extends ToFrame['t']>(kind: Kind) => heard.filter(({ t }) => t === kind),
    answers,
    say,
  }
}
