/** How long a button says that it has copied. */
const SAID_MS = 2_000

/** Buttons that copy a text are of use only where a script runs: they are hidden until then. */
export function showCopyButtons(root: ParentNode) {
  for (const button of root.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    button.hidden = false
    button.addEventListener('click', () => { void copy(button) })
  }
}

async function copy(button: HTMLButtonElement) {
  const label = button.textContent
  await navigator.clipboard.writeText(button.dataset['copy'] ?? '')
  button.textContent = 'Copied'
  setTimeout(() => { button.textContent = label }, SAID_MS)
}
