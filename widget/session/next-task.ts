/**
 * Lets the browser draw and answer the buyer before the next step. A message channel is used
 * because timers wait for a second in a hidden page.
 */
export const nextTask = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(0)
  })
