type BuyerListeners = {
  onClick: (event: Event) => void
  onTyped: (event: Event) => void
  onSubmit: () => void
  onConnection: () => void
  /** The buyer sees the page again, and what it shows may be old. */
  onReturn: () => void
  signal: AbortSignal
}

/** Listens to the buyer and the browser until `signal` aborts. */
export function listenToBuyer(
  root: HTMLElement | ShadowRoot,
  { signal, onClick, onTyped, onSubmit, onConnection, onReturn }: BuyerListeners,
) {
  const on = (
    target: EventTarget,
    types: string,
    handler: (event: Event) => void,
    capture = false,
  ) => {
    // What is in a slot is the merchant's. Its events pass through here, and are not ours.
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
  // Error events of pictures do not bubble, so they are caught on the way down. The words of a
  // picture replace it.
  on(
    root,
    'error',
    ({ target }) => {
      if (target instanceof HTMLImageElement) target.replaceWith(target.alt)
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
