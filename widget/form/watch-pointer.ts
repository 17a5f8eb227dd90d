/** A touch screen sends the click of a tap at most this long after the finger has left. */
const TAP_MS = 400

type Act = () => void
export type AfterPress = (act: Act) => void

/**
 * Answers a function that acts at once, or while a pointer is down, when its click has found what
 * was pressed. If anything moved before, the click would go to nobody. A pointer may be down
 * already.
 */
export function watchPointer(options?: { signal: AbortSignal }): AfterPress {
  const waiting: Act[] = []
  let isDown = document.querySelector(':active') !== null
  let timer: ReturnType<typeof setTimeout> | undefined

  function release() {
    isDown = false
    for (const act of waiting.splice(0)) act()
  }

  function hear({ type }: Event) {
    clearTimeout(timer)
    if (type === 'pointerdown') isDown = true
    else if (type === 'pointerup') timer = setTimeout(release, TAP_MS)
    else release()
  }

  for (const type of [
    'pointerdown',
    'pointerup',
    'pointercancel',
    'click',
    'contextmenu',
    'keydown',
  ])
    addEventListener(type, hear, { ...options, capture: true })

  return (act) => {
    waiting.push(act)
    if (!isDown) release()
  }
}
