import type { AfterPress } from './watch-pointer.ts'

/** The longest press that is waited for. This page gets no event when it ends. */
const PRESS_MS = 1_000

type Act = () => void

/**
 * Also waits while something in a frame may be pressed: this page hears of it only that the focus
 * has left. (By Tab nothing is pressed.) Then `afterPress` counts again.
 */
export function watchFrames(afterPress: AfterPress, { signal }: AbortController): AfterPress {
  let waiting: Act[] | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isTab = false

  function leave() {
    if (isTab) return
    waiting ??= []
    clearTimeout(timer)
    timer = setTimeout(resume, PRESS_MS)
  }

  function resume() {
    clearTimeout(timer)
    const acts = waiting ?? []
    waiting = undefined
    for (const act of acts) afterPress(act)
  }

  const options = { signal, capture: true }
  addEventListener('keydown', ({ key }) => (isTab = key === 'Tab'), options)
  // Each field is blurred, too.
  addEventListener('blur', ({ target }) => target === window && leave(), options)
  addEventListener('focus', ({ target }) => target === window && resume(), options)

  return (act) => {
    if (waiting) waiting.push(act)
    else afterPress(act)
  }
}
