import { type Frame, type Page, expect } from '@playwright/test'

type Look = { width: number; forcedColors?: 'active'; css?: string }

/**
 * The smallest window, the largest text, the spacing of WCAG 1.4.12, and colours that only the
 * reader chooses.
 */
const LOOKS: Record<string, Look> = {
  '256 px': { width: 256 },
  // The browser's text is twice as large, and the card's frame is told so.
  '320 px, text at 200 %': {
    width: 320,
    css: ':root { font-size: 200%; --hc-font-size: 32px !important; --_hc-size: 32px !important; }',
  },
  'text spacing': {
    width: 320,
    css: `* {
      line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important;
    }
    p { margin-block-end: 2em !important; }`,
  },
  'forced colours': { width: 390, forcedColors: 'active' },
}

/**
 * In every look nothing of the page and its frames is clipped, broken within a word or over
 * something else, and nothing scrolls sideways. Answers how many looks there were.
 */
export async function expectWhole(page: Page, looks = LOOKS) {
  for (const [look, { width, forcedColors = 'none', css = '' }] of Object.entries(looks)) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ forcedColors })
    for (const frame of page.frames()) await frame.evaluate(dress, css)
    // A frame of another origin gives its new height only when it is seen. The page may take it away.
    for (const frame of await page.locator('iframe:visible').elementHandles())
      await frame.evaluate(showUntilDrawn)
    await expect.poll(() => findBroken(page), look).toEqual([])
  }
  await page.emulateMedia({ forcedColors: 'none' })
  return Object.keys(looks).length
}

async function findBroken(page: Page) {
  const found = await Promise.all(page.frames().map(findBrokenIn))
  return found.flat()
}

async function findBrokenIn(frame: Frame) {
  try {
    const isSeen = !frame.parentFrame() || (await (await frame.frameElement()).isVisible())
    return isSeen ? await frame.evaluate(findBrokenHere) : []
  } catch (error) {
    // The page has taken it away meanwhile, and nobody sees it.
    if (frame.isDetached()) return []
    throw error
  }
}

// Each of these functions runs in the page by itself.

function showUntilDrawn(frame: Element) {
  frame.scrollIntoView()
  return new Promise<void>((drawn) => {
    requestAnimationFrame(() => requestAnimationFrame(() => drawn()))
  })
}

function dress(css: string) {
  const kept = document as Document & { look?: CSSStyleSheet }
  kept.look ??= new CSSStyleSheet()
  kept.look.replaceSync(css)
  for (const root of [document, document.querySelector('hosted-checkout')?.shadowRoot])
    if (root && !root.adoptedStyleSheets.includes(kept.look))
      root.adoptedStyleSheets.push(kept.look)
}

function findBrokenHere() {
  const found = new Set<string>()
  const element = document.querySelector('hosted-checkout')
  const all = element?.shadowRoot ?? document.body
  const root = all.querySelector('dialog[open]') ?? all
  const { scrollWidth, scrollHeight, clientHeight } = document.documentElement
  if (scrollWidth > innerWidth) found.add(`scrolls sideways: ${scrollWidth} > ${innerWidth}`)
  if (parent !== window && scrollHeight > clientHeight + 1)
    found.add(`frame scrolls: ${scrollHeight} > ${clientHeight}`)

  const isClipped = (part: Element | null): boolean =>
    part !== null && (getComputedStyle(part).clipPath !== 'none' || isClipped(part.parentElement))
  // The tick and the brands' marks are in their field on purpose.
  const isPart = (part: Element) =>
    part.checkVisibility({ visibilityProperty: true }) &&
    !part.closest('.hidden, #valid, .box > svg') &&
    !isClipped(part)
  const rectsOf = (node: Node, from: number, to: number) => {
    const range = document.createRange()
    range.setStart(node, from)
    range.setEnd(node, to)
    return [...range.getClientRects()].filter(({ width }) => width > 0)
  }
  const texts: { text: string; node: Text; rects: DOMRect[] }[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode as Text
    const rects = rectsOf(node, 0, node.length)
    if (!node.data.trim() || rects.length === 0 || !isPart(node.parentElement!)) continue
    texts.push({ text: node.data.trim().slice(0, 40), node, rects })
  }

  for (const { text, node, rects } of texts) {
    // In Chinese and Japanese a line may break within a word.
    for (const { index, 0: word } of node.data.matchAll(/[^\s\-–/\u3000-\u9fff\uff00-\uffef]+/g)) {
      const parts = rectsOf(node, index, index + word.length)
      const width = parts.reduce((sum, part) => sum + part.width, 0)
      const lines = new Set(parts.map(({ top }) => Math.round(top))).size
      if (lines > 1 && width < Math.min(innerWidth, 480) * 0.6) found.add(`broken word: ${word}`)
    }
    let isOfBox = true
    for (let at = node.parentElement; at; at = at.parentElement) {
      const { display, overflowX } = getComputedStyle(at)
      const isClipping = /hidden|clip/.test(overflowX)
      if (!isClipping && (display.startsWith('inline') || !isOfBox)) continue
      isOfBox = false
      const box = at.getBoundingClientRect()
      for (const rect of rects) {
        if (rect.left < box.left - 1 || rect.right > box.right + 1) found.add(`sticks out: ${text}`)
        if (isClipping && (rect.top < box.top - 1 || rect.bottom > box.bottom + 1))
          found.add(`clipped: ${text}`)
      }
    }
  }

  type Box = { name: string; of: Node; rect: DOMRect }
  const written: Box[] = texts.flatMap(({ text, node, rects }) =>
    rects.map((rect) => ({ name: text, of: node, rect })),
  )
  const drawn: Box[] = [
    ...root.querySelectorAll('input, select, textarea, button, img, svg, iframe'),
  ]
    .filter(isPart)
    .map((part) => ({ name: part.localName, of: part, rect: part.getBoundingClientRect() }))
  // What lies before the start of a line cannot be reached by scrolling.
  for (const { name, rect } of [...written, ...drawn])
    if (rect.left < -5 || rect.right > innerWidth + 5) found.add(`beyond the page: ${name}`)
  for (const one of written)
    for (const other of [...written, ...drawn]) {
      if (one.of === other.of || other.of.contains(one.of)) continue
      const across =
        Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left)
      const down =
        Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top)
      // The boxes of two lines may touch although their letters do not.
      if (across > 2 && down > 5) found.add(`one over the other: ${one.name}, ${other.name}`)
    }
  return [...found]
}
