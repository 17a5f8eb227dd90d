/**
 * What comes next has a task of its own: in between the browser can draw, and answer the buyer. By a
 * channel, since timers wait for a second in a page that nobody sees.
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
