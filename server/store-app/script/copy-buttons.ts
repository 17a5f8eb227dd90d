/** How long a button says that it has copied. */
const SAID_MS = 2_000

/** Copy buttons are hidden without script, where they would do nothing. */
export function showCopyButtons(root: ParentNode) {
  for (const button of root.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    const label = button.textContent
    button.hidden = false
    button.addEventListener('click', () => {
      void copy(button, label)
    })
  }
}

async function copy(button: HTMLButtonElement, label: string) {
  await navigator.clipboard.writeText(button.dataset['copy'] ?? '')
  button.textContent = 'Copied'
  setTimeout(() => {
    button.textContent = label
  }, SAID_MS)
}
