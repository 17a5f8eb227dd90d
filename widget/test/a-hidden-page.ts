import { onTestFinished, vi } from 'vitest'

/** Another tab is in front from now on; `look` brings this one back. */
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
