/**
 * Asks the service of this container whether it runs and does not stop; for `HEALTHCHECK`. What all
 * containers share does not count, because some managers replace the unhealthy. It loads nothing,
 * because it runs every few seconds. Exit code 0: it runs. 1: it does not, and a line says why.
 */
const EVERYWHERE = ['0.0.0.0', '::']

const port = process.env['PORT'] || '4242'
const listening = process.env['HOST'] || '127.0.0.1'
const host = EVERYWHERE.includes(listening) ? '127.0.0.1' : listening
const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}/livez`

try {
  const answer = await fetch(address)
  console.log(await answer.text())
  process.exitCode = answer.ok ? 0 : 1
} catch {
  console.log(`Nothing answers at ${address}`)
  process.exitCode = 1
}

export {}
