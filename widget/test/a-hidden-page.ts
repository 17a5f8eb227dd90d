import { onTestFinished, vi } from 'vitest'

/** Hides the page behind another tab. `look` brings it back. */
export function hide() {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  onTestFinished(() => hidden.mockRestore())
  document.dispatchEvent(new Event('visibilitychange'))
  return {
    look() {
      hidden.mockReturnValue(false)
      document.dispatchEvent(new Event('visibilitychange'))
    },
  }
}
