type Heard = {
  onClick: (event: Event) => void
  onTyped: (event: Event) => void
  onSubmit: () => void
  onConnection: () => void
  /** The buyer sees the page again: what it shows may be old. */
  onReturn: () => void
  signal: AbortSignal
}

/** Everything that comes from the buyer and the browser, until the signal. */
export function listenToBuyer(
  root: HTMLElement | ShadowRoot,
  { signal, onClick, onTyped, onSubmit, onConnection, onReturn }: Heard,
) {
  const on = (
    target: EventTarget,
    types: string,
    handler: (event: Event) => void,
    capture = false,
  ) => {
    // What stands in a slot is the merchant's: its events pass here, and are none of ours.
    const heard = (event: Event) => {
      if (target !== root || root.contains(event.target as Node)) handler(event)
    }
    for (const type of types.split(' ')) target.addEventListener(type, heard, { signal, capture })
  }
  on(root, 'click', onClick)
  on(root, 'input change focusout', onTyped)
  on(root, 'submit', (event) => {
    event.preventDefault()
    onSubmit()
  })
  // A picture tells of its error only those who listen before it does.
  on(
    root,
    'error',
    ({ target }) => {
      if (target instanceof HTMLImageElement) target.hidden = true
    },
    true,
  )
  on(window, 'online offline', onConnection)
  on(window, 'pageshow', (event) => {
    if ((event as PageTransitionEvent).persisted) onReturn()
  })
  on(document, 'visibilitychange', () => {
    if (!document.hidden) onReturn()
  })
}
