/** A setting that stops the start. The message names the variable and the reason. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'

  constructor(variable: string, reason: string) {
    super(`${variable}: ${reason}`)
  }
}
