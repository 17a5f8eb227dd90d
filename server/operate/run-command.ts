import { type Config, parseConfig } from '../config.ts'
import { assertOwnNode } from '../own-node.ts'
import { ConfigError } from '../settings/config-error.ts'

/**
 * Runs an operator's program with the service's settings. A failure is one line and exit code 2.
 * `opening`: for what the program must close.
 */
export async function runCommand(
  command: (config: Config, opening: AsyncDisposableStack) => Promise<void>,
) {
  try {
    const config = parseConfig(process.env)
    assertOwnNode(config)
    await using opening = new AsyncDisposableStack()
    await command(config, opening)
  } catch (error) {
    const message = error instanceof Error ? error.message || error.stack : String(error)
    console.error(error instanceof ConfigError ? `Bad setting ${message}` : message)
    process.exitCode = 2
  }
}
