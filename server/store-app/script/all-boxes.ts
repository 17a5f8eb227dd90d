/** A checkbox for all of its group follows the others, and they follow it. */
export function joinAllBoxes(root: ParentNode) {
  for (const all of root.querySelectorAll<HTMLInputElement>('[data-all]')) {
    const group = all.closest('details')?.querySelectorAll<HTMLInputElement>('.countries input')
    const boxes = [...(group ?? [])]
    const follow = () => {
      all.checked = boxes.every(({ checked }) => checked)
    }
    all.addEventListener('change', () => {
      for (const box of boxes) box.checked = all.checked
    })
    for (const box of boxes) box.addEventListener('change', follow)
    follow()
  }
}
