/** Waits until the member pauses. */
const PAUSE_MS = 150

const HEX = /^#?(?:([\da-f]{3})|([\da-f]{6}))$/i

/** As a color input needs it. */
function sixDigits(typed: string) {
  const [, short, long] = HEX.exec(typed.trim()) ?? []
  return short ? `#${short.replaceAll(/./g, '$&$&')}` : long && `#${long}`
}

/** Shows the chosen look before it is saved, and adds a color picker. */
export function showBrandingPreview(root: ParentNode) {
  const frame = root.querySelector<HTMLIFrameElement>('[data-preview]')
  const look = root.querySelector<HTMLFormElement>('[data-look]')
  const shown = root.querySelector<HTMLFormElement>('[data-shown]')
  const accent = look?.querySelector<HTMLInputElement>('[name=accent]')
  const picker = look?.querySelector<HTMLInputElement>('[data-picker]')
  if (!frame || !look || !shown || !accent || !picker) return

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
    // Replaces the frame's history entry, so that Back leaves the settings.
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
  // Back brings the typed values again.
  addEventListener('pageshow', () => {
    pick()
    show()
  })
  pick()
  picker.hidden = false
}
