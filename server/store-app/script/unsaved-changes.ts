type Change = { label: string; from: string; to: string }

const labelOf = (control: Element | RadioNodeList | null) =>
  control instanceof HTMLInputElement ||
  control instanceof HTMLSelectElement ||
  control instanceof HTMLTextAreaElement
    ? (control.dataset['change'] ?? control.labels?.[0]?.innerText ?? '')
    : ''

/** As the form shows it: an option by its text, and what is empty by a word. */
function shownAs(control: Element | RadioNodeList | null, value: string) {
  if (control instanceof HTMLInputElement && control.type === 'checkbox')
    return value === '' ? 'no' : 'yes'
  const option =
    control instanceof HTMLSelectElement && [...control.options].find((one) => one.value === value)
  return (option ? option.text : value) || 'nothing'
}

/** What the form would change of `saved`. */
function changesOf(form: HTMLFormElement, saved: Record<string, string>): Change[] {
  const now = new FormData(form)
  return Object.entries(saved).flatMap(([name, before]) => {
    const entry = now.get(name) ?? ''
    const value = entry instanceof File ? entry.name : entry
    if (value === before) return []
    const control = form.elements.namedItem(name)
    return { label: labelOf(control), from: shownAs(control, before), to: shownAs(control, value) }
  })
}

function lineOf({ label, from, to }: Change) {
  const line = document.createElement('li')
  const [before, after] = [from, to].map((text) => {
    const bdi = document.createElement('bdi')
    bdi.textContent = text
    return bdi
  })
  line.append(`${label}: `, before ?? '', ' → ', after ?? '')
  return line
}

/** Names what nobody has saved, beside the button and once more before the member leaves. */
export function nameUnsavedChanges(page: Document) {
  const form = page.querySelector<HTMLFormElement>('form[data-saved]')
  const names = form?.querySelector<HTMLElement>('[data-unsaved]')
  const dialog = form?.querySelector('dialog')
  if (!form || !names || !dialog) return
  const saved: Record<string, string> = JSON.parse(form.dataset['saved'] ?? '{}')
  let isLeaving = false
  let leave = () => {}

  const show = () => {
    const changes = changesOf(form, saved)
    names.hidden = changes.length === 0
    names.textContent = `Not saved yet: ${changes.map(({ label }) => label).join('; ')}`
    dialog.querySelector('ul')?.replaceChildren(...changes.map(lineOf))
  }
  const isUnsaved = () => !isLeaving && changesOf(form, saved).length > 0
  const ask = (event: Event, then: () => void) => {
    if (event.defaultPrevented || !isUnsaved()) return
    event.preventDefault()
    leave = then
    dialog.showModal()
  }

  form.addEventListener('input', show)
  addEventListener('pageshow', show)
  addEventListener('beforeunload', (event) => {
    if (isUnsaved()) event.preventDefault()
  })
  page.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('a')
    const isOffPage = event.ctrlKey || event.metaKey || event.shiftKey
    if (!link || isOffPage || link.getAttribute('href')?.startsWith('#')) return
    ask(event, () => location.assign(link.href))
  })
  page.addEventListener('submit', (event) => {
    const sent = event.target
    if (!(sent instanceof HTMLFormElement)) return
    if (sent === form) isLeaving = true
    else ask(event, () => sent.submit())
  })
  dialog.querySelector('[data-stay]')?.addEventListener('click', () => dialog.close())
  dialog.querySelector('[data-leave]')?.addEventListener('click', () => {
    isLeaving = true
    leave()
  })
}
