import { readFileSync } from 'node:fs'
import type * as z from 'zod'
import { SettingTexts } from '../contract/setting-texts.ts'
import { ConfigError } from './config-error.ts'

export type Environment = Record<string, string | undefined>
type Variables = [name: string, schema: z.core.$ZodType][]

/**
 * The given settings. An empty variable counts as unset, one of spaces too. A secret `NAME` may be in the file that
 * `NAME_FILE` names. @throws {ConfigError} for a file that cannot be read, and for a misspelt name
 */
export function readEnvironment(env: Environment, variables: Variables): Environment {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim() !== ''))
  const files = secretsOf(variables).map((secret) => [secret, `${secret}_FILE`] as const)
  refuseMisspelt(Object.keys(given), [
    ...variables.map(([name]) => name),
    ...files.map(([, file]) => file),
  ])
  for (const [secret, file] of files) {
    const path = given[file]
    if (path === undefined) continue
    if (given[secret] !== undefined) throw new ConfigError(file, `is set together with ${secret}`)
    given[secret] = readSecret(file, path)
  }
  return given
}

/** Settings that must not be in an environment that others can read. */
export const secretsOf = (variables: Variables) =>
  variables.flatMap(([name, schema]) => (SettingTexts.get(schema)?.isSecret ? [name] : []))

/** Editors and `echo` end a file with a line break, which is not part of the secret. */
function readSecret(variable: string, path: string) {
  let text
  try {
    text = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    throw new ConfigError(variable, `${path} cannot be read (${reasonOf(error)})`)
  }
  if (text === '') throw new ConfigError(variable, `${path} is empty`)
  return text
}

const reasonOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)

/**
 * Nobody would notice that a misspelt setting has no effect. The environment also has names of
 * others, so only a name one or two letters from ours is refused.
 */
function refuseMisspelt(given: string[], names: string[]) {
  const known = new Set(names)
  for (const name of given) {
    if (known.has(name)) continue
    const nearest =
      names.find((each) => isWithin(1, [name, each])) ??
      names.find((each) => each.length >= 8 && isWithin(2, [name, each]))
    if (nearest !== undefined)
      throw new ConfigError(name, `is no setting of this service: is ${nearest} meant?`)
  }
}

/** Whether so many letters that are added, left out or replaced make one name the other. */
function isWithin(changes: number, [one, other]: [string, string]): boolean {
  const differs = [...one].findIndex((letter, index) => letter !== other[index])
  const same = differs === -1 ? one.length : differs
  const [left, right] = [one.slice(same), other.slice(same)]
  if (changes === 0 || left === '' || right === '')
    return Math.max(left.length, right.length) <= changes
  const pairs = [
    [left.slice(1), right.slice(1)],
    [left.slice(1), right],
    [left, right.slice(1)],
  ] as const
  return pairs.some(([less, more]) => isWithin(changes - 1, [less, more]))
}
