import { type Config, parseConfig } from '../config.ts'
import { assertOwnNode } from '../process/own-node.ts'
import { ConfigError } from '../settings/config-error.ts'
import { toOneLine } from '../reporting/terminal-text.ts'

/**
 * Runs an operator's program with the service's settings. A failure, also one that nothing waits for,
 * is one line and exit code 2.
 * `opening`: for what the program must close.
 */
export async function runCommand(
  command: (config: Config, opening: AsyncDisposableStack) => Promise<void>,
) {
  process.on('uncaughtException', (error) => {
    fail(error)
    process.exit()
  })
  try {
    const config = parseConfig(process.env)
    assertOwnNode(config)
    await using opening = new AsyncDisposableStack()
    await command(config, opening)
  } catch (error) {
    fail(error)
  }
}

function fail(error: unknown) {
  const message = error instanceof Error ? error.message || error.stack : String(error)
  console.error(toOneLine(error instanceof ConfigError ? `Bad setting ${message}` : `${message}`))
  process.exitCode = 2
}
