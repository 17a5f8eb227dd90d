import type { LiveOrder } from '../../contract/live-orders.ts'

const FIRST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 300_000

/**
 * Adds new orders at the top and announces them. It listens only while the page is visible, because
 * browsers have few connections.
 */
export function showLiveOrders(root: ParentNode) {
  const region = root.querySelector<HTMLElement>('[data-live-orders]')
  if (!region) return
  listen(new URL(region.dataset['liveOrders'] ?? '', location.href), (orders) => {
    const shown = orders.filter((order) => insertRow(region, order))
    if (shown.length > 0) announce(region, shown)
  })
}

function listen(address: URL, onOrders: (orders: LiveOrder[]) => void) {
  let source: EventSource | undefined
  let wait = FIRST_WAIT_MS

  function open() {
    if (source || document.hidden) return
    source = new EventSource(address)
    source.addEventListener('orders', ({ data, lastEventId }: MessageEvent<string>) => {
      wait = FIRST_WAIT_MS
      address.searchParams.set('after', lastEventId)
      onOrders(JSON.parse(data))
    })
    source.addEventListener('reload', () => location.reload())
    source.addEventListener('error', () => {
      if (source?.readyState !== EventSource.CLOSED) return
      close()
      setTimeout(open, wait)
      wait = Math.min(wait * 2, LONGEST_WAIT_MS)
    })
  }
  function close() {
    source?.close()
    source = undefined
  }

  document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()))
  open()
}

/** False when the order is listed already. */
function insertRow(region: HTMLElement, { orderNumber, paidAt, paidAtText, ...texts }: LiveOrder) {
  const template = region.querySelector('template')?.content.querySelector('tr')
  const body = region.querySelector('tbody')
  if (!template || !body) return false
  const row = document.importNode(template, true)
  for (const [name, text] of Object.entries({ orderNumber, ...texts })) {
    const cell = row.querySelector(`[data-live="${name}"]`)
    if (cell) cell.textContent = text
  }
  const link = row.querySelector('a')
  if (link) link.href += orderNumber
  if ([...body.querySelectorAll('a')].some(({ href }) => href === link?.href)) return false
  const time = row.querySelector('time')
  if (time) {
    time.dateTime = paidAt
    time.textContent = paidAtText
  }
  row.dataset['liveNew'] = ''
  body.prepend(row)
  region.querySelector('[data-live-empty]')?.remove()
  region.querySelector('[data-live-list]')?.removeAttribute('hidden')
  return true
}

function announce(region: HTMLElement, orders: LiveOrder[]) {
  const status = region.querySelector('[role=status]')
  const [first] = orders
  if (!status || !first) return
  status.textContent =
    orders.length === 1
      ? `New order ${first.orderNumber}, ${first.total}`
      : `${orders.length} new orders`
}
