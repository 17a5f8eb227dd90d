import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** What a screen reader has said by itself, in order. */
    spoken: string[]
  }
}

/** In each page from now on: a live region is spoken when it comes with words, or gets others. */
export const listen = (page: Page) =>
  page.addInitScript(() => {
    window.spoken = []
    const LIVE = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]'
    const watched = new Set<Node>()
    const before = new Map<HTMLElement, string>()
    const observer = new MutationObserver(hear)
    const wordsOf = (region: HTMLElement) => region.innerText.replaceAll(/\s+/g, ' ').trim()

    function watch(root: Document | ShadowRoot | null | undefined) {
      if (!root || watched.has(root)) return
      watched.add(root)
      observer.observe(root, {
        childList: true,
        characterData: true,
        subtree: true,
        attributes: true,
        attributeFilter: ['hidden', 'role', 'aria-live', 'status'],
      })
    }

    function hear() {
      const { shadowRoot } = document.querySelector('hosted-checkout') ?? {}
      watch(shadowRoot)
      for (const root of [document, ...(shadowRoot ? [shadowRoot] : [])])
        for (const region of root.querySelectorAll<HTMLElement>(LIVE)) {
          const words = wordsOf(region)
          const isNested = region.parentElement?.closest(LIVE)
          if (words && words !== before.get(region) && !isNested)
            window.spoken.push(`${region.role === 'alert' ? 'alert' : 'status'}: ${words}`)
          before.set(region, words)
        }
    }
    watch(document)
  })

/** What comes next is heard as if nothing had been said before. */
export async function forgetHeard(page: Page) {
  await Promise.all(
    page.frames().map((frame) =>
      frame.evaluate(() => {
        window.spoken = []
      }),
    ),
  )
}

/** All of it, of the page and then of its frames; then the name of what has got the focus. */
export async function heardOn(page: Page): Promise<string[]> {
  const heard = page.frames().map((frame) => frame.evaluate(() => window.spoken))
  const spoken = (await Promise.all(heard)).flat()
  const focused = page.locator(':focus').last()
  if ((await focused.count()) === 0) return spoken
  const [first = ''] = (await focused.ariaSnapshot()).split('\n')
  return [...spoken, `focus: ${first.replace(/^- /, '').replace(/:$/, '')}`]
}
