import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** What a screen reader has said by itself, in order. */
    spoken: string[]
  }
}

/**
 * From now on in each page: a live region is spoken when it appears with words, or its words
 * change.
 */
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

/** Forgets what was said, so that the next words are heard as the first ones. */
export async function forgetHeard(page: Page) {
  await Promise.all(
    page.frames().map((frame) =>
      frame.evaluate(() => {
        window.spoken = []
      }),
    ),
  )
}

/**
 * Everything that was heard, first of the page and then of its frames, and the name of what has got
 * the focus.
 */
export async function heardOn(page: Page): Promise<string[]> {
  const heard = page.frames().map((frame) => frame.evaluate(() => window.spoken))
  const spoken = (await Promise.all(heard)).flat()
  const focused = page.locator(':focus').last()
  if ((await focused.count()) === 0) return spoken
  const [first = ''] = (await focused.ariaSnapshot()).split('\n')
  return [...spoken, `focus: ${first.replace(/^- /, '').replace(/:$/, '')}`]
}
