// Nothing of the documentation needs this script: it copies code, and searches.
const status = document.querySelector('[role=status]')
const search = document.querySelector('.search')
const field = search.querySelector('input')
const found = search.querySelector('ul')

/** Without the right to copy, the code is selected for the reader. */
async function copy(button) {
  const code = button.closest('figure').querySelector('code')
  try {
    await navigator.clipboard.writeText(code.textContent)
    status.textContent = button.textContent = 'Copied'
  } catch {
    getSelection().selectAllChildren(code)
    status.textContent = button.textContent = 'Selected'
  }
  setTimeout(() => (button.textContent = 'Copy'), 2000)
}

/** Each section as `[address, page, heading, words]`, from when the field is used first. */
let index
function loadIndex() {
  index ??= fetch(search.dataset.index)
    .then((answer) => answer.json())
    .catch(() => (index = undefined))
  return index
}

const MOST = 8

/** Sections with all words, those first that have them in their headings. */
function findIn(sections, words) {
  const has = (text) => words.every((word) => text.includes(word))
  const all = sections.filter(([, page, heading, text]) =>
    has(`${page} ${heading} ${text}`.toLowerCase()),
  )
  const inHeading = ([, page, heading]) => Number(has(`${page} ${heading}`.toLowerCase()))
  return all.toSorted((one, other) => inHeading(other) - inHeading(one)).slice(0, MOST)
}

function resultOf([address, page, heading]) {
  const link = document.createElement('a')
  link.href = `${search.dataset.index.replace('search.json', '')}${address}`
  link.append(heading)
  const where = document.createElement('span')
  where.append(page)
  if (heading !== page) link.append(' ', where)
  const item = document.createElement('li')
  item.append(link)
  return item
}

async function showFound() {
  const sections = await loadIndex()
  const words = field.value.toLowerCase().match(/[\p{L}\p{N}_-]+/gu)
  if (!sections || !words) return found.replaceChildren()
  const results = findIn(sections, words)
  found.replaceChildren(...results.map(resultOf))
  status.textContent = results.length === 0 ? 'Nothing found' : `Found: ${results.length}`
  if (results.length === 0) found.append(status.textContent)
}

/** The arrows go through the field and what was found. Escape ends the search. */
function onKey(event) {
  const stops = [field, ...found.querySelectorAll('a')]
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const next = stops[stops.indexOf(document.activeElement) + step]
  if (event.key === 'Escape') document.activeElement.blur()
  if (!next) return
  event.preventDefault()
  next.focus()
}

field.addEventListener('focus', loadIndex)
field.addEventListener('input', () => void showFound())
search.addEventListener('keydown', onKey)
document.addEventListener('click', ({ target }) => {
  const button = target.closest('.copy')
  if (button) void copy(button)
  // A link within the page would leave what it was chosen from above the text.
  if (target.closest('.search a')) document.activeElement.blur()
  if (target.closest('#contents a')) document.querySelector('#contents details').open = false
})
