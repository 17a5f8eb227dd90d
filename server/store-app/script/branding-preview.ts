/** Typing and picking go on for a moment. */
const PAUSE_MS = 150

const HEX = /^#?(?:([\da-f]{3})|([\da-f]{6}))$/i

/** As a field for colours wants it. */
function sixDigits(typed: string) {
  const [, short, long] = HEX.exec(typed.trim()) ?? []
  return short ? `#${short.replaceAll(/./g, '$&$&')}` : long && `#${long}`
}

/** Shows a look as it is chosen, before it is saved, and offers a picker of colours. */
export function showBrandingPreview(root: ParentNode) {
  const frame = root.querySelector<HTMLIFrameElement>('[data-preview]')
  const look = root.querySelector<HTMLFormElement>('[data-look]')
  const shown = root.querySelector<HTMLFormElement>('[data-shown]')
  const accent = look?.querySelector<HTMLInputElement>('[name=accent]')
  const field = look?.querySelector<HTMLElement>('[data-picker]')
  const picker = field?.querySelector('input')
  if (!frame || !look || !shown || !accent || !field || !picker) return

  const pick = () => {
    picker.value = sixDigits(accent.value) ?? '#1f4fd8'
  }
  let last = frame.src
  const show = () => {
    if (!look.checkValidity()) return
    const chosen = [look, shown].flatMap((form) => [...new FormData(form)])
    const query = new URLSearchParams(
      chosen.flatMap(([name, value]) =>
        name === 'csrf' || name === 'screen' || typeof value !== 'string' ? [] : [[name, value]],
      ),
    )
    const address = `${shown.action}?${query}`
    if (address === last) return
    last = address
    // In the place of the one before: the way back leads out of these settings.
    frame.contentWindow?.location.replace(address)
  }
  let pause = 0
  const showSoon = () => {
    clearTimeout(pause)
    pause = setTimeout(show, PAUSE_MS)
  }

  picker.addEventListener('input', () => {
    accent.value = picker.value
  })
  accent.addEventListener('input', pick)
  for (const form of [look, shown]) form.addEventListener('input', showSoon)
  // What was typed is there again on the way back to this page.
  addEventListener('pageshow', () => {
    pick()
    show()
  })
  pick()
  field.hidden = false
}
