/** A row of tabs that is wider than the page begins where its current tab is seen. */
export function showCurrentTabs(root: ParentNode) {
  for (const tab of root.querySelectorAll<HTMLElement>('nav > [aria-current]')) {
    const row = tab.parentElement
    if (row) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
  }
}
