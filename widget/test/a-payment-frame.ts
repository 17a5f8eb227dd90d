import { within } from '@testing-library/dom'
import { expect, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FromFrame, Init, ToFrame } from '../element/messages.ts'

const NONCE = 'c0ffee00-0000-4000-8000-000000000000'

export const INIT: Init = {
  t: 'hc:init',
  v: 1,
  session: 'cs_1',
  nonce: NONCE,
  lang: 'en',
  dir: 'ltr',
  scheme: 'light',
  tokens: { text: 'rgb(1, 2, 3)' },
  option: 'standard',
}

/**
 * Frames the document of the card fields and waits for its hello. `origin` says who may frame it.
 */
export async function loadFrame(origin = location.origin) {
  const iframe = document.createElement('iframe')
  const hellos: unknown[] = []
  const hear = ({ source, data }: MessageEvent) => {
    if (source === iframe.contentWindow) hellos.push(data)
  }
  addEventListener('message', hear)
  iframe.title = 'Card details'
  iframe.width = '600'
  iframe.height = '600'
  iframe.src = `/payment-frame/cs_1?origin=${encodeURIComponent(origin)}#${NONCE}`
  document.body.append(iframe)
  onTestFinished(() => {
    removeEventListener('message', hear)
    iframe.remove()
  })
  await expect.poll(() => hellos).toHaveLength(1)
  return { iframe, hellos, inside: iframe.contentWindow! }
}

/** Answers the frame's hello as the page around it does. */
export function meet(inside: Window, init: Init = INIT) {
  const { port1, port2 } = new MessageChannel()
  const heard: FromFrame[] = []
  port1.onmessage = ({ data }: MessageEvent<FromFrame>) => void heard.push(data)
  inside.postMessage(init, location.origin, [port2])
  return { heard, say: (message: ToFrame) => port1.postMessage(message) }
}

/** Opens the card fields as a buyer meets them, and as the page meets them. */
export async function openFrame() {
  const { iframe, inside } = await loadFrame()
  const { heard, say } = meet(inside)
  const sent = <Type extends FromFrame['t']>(type: Type) =>
    heard.filter((message): message is Extract<FromFrame, { t: Type }> => message.t === type)
  await expect.poll(() => sent('height')).not.toEqual([])
  const keys = page.frameLocator(page.getByTitle('Card details'))
  const { body } = iframe.contentDocument!
  const field = (label: string) => within(body).getByLabelText<HTMLInputElement>(label)
  let lastId = 0

  return {
    iframe,
    body,
    field,
    say,
    sent,
    focused: () => iframe.contentDocument!.activeElement,
    /** Types key by key, behind what the field has. */
    async type(label: string, text: string) {
      await keys.getByLabelText(label).click()
      await userEvent.keyboard(text)
    },
    press: (text: string) => keys.getByText(text).click(),
    /** Fills the field at once, as a browser does. */
    fill(label: string, text: string) {
      const control = field(label)
      control.focus()
      control.value = text
      control.dispatchEvent(new InputEvent('input', { bubbles: true }))
    },
    async ask(what: 'validate' | 'tokenize') {
      lastId += 1
      const id = lastId
      say({ t: what, id })
      const answer = () => heard.find((message) => 'id' in message && message.id === id)
      await expect.poll(answer).toBeDefined()
      return answer()!
    },
  }
}
