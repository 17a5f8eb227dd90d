type Challenge = {
  url: string
  lang: string
  label: string
  close: string
  onDone: () => void
  /** The buyer has closed it. */
  onClosed: () => void
}

/**
 * Shows the bank's own question over the whole viewport, until the bank is done or the buyer closes
 * it.
 */
export function openChallenge(
  root: ParentNode & Node,
  { url, lang, label, close, onDone, onClosed }: Challenge,
) {
  const dialog = document.createElement('dialog')
  const box = document.createElement('div')
  const bar = document.createElement('p')
  const title = document.createElement('span')
  const button = document.createElement('button')
  const iframe = document.createElement('iframe')
  const address = new URL(url)

  address.searchParams.set('origin', location.origin)
  address.searchParams.set('lang', lang)
  box.className = 'bank'
  button.type = 'button'
  button.className = 'secondary'
  button.textContent = close
  title.textContent = label
  iframe.title = label
  iframe.src = address.href
  // For a page that does not send its height.
  iframe.height = '544'
  dialog.ariaLabel = label
  bar.append(title, button)
  box.append(bar, iframe)
  dialog.append(box)

  const hear = ({ source, origin, data }: MessageEvent) => {
    if (source !== iframe.contentWindow || origin !== address.origin) return
    if (data?.t === 'hc:challenge-done') onDone()
    if (data?.t === 'hc:challenge-height' && Number.isInteger(data.height))
      iframe.height = data.height
  }
  function remove() {
    removeEventListener('message', hear)
    dialog.remove()
  }
  addEventListener('message', hear)
  button.addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => {
    if (!dialog.isConnected) return
    remove()
    onClosed()
  })
  root.append(dialog)
  dialog.showModal()
  return () => {
    dialog.close()
    remove()
  }
}
