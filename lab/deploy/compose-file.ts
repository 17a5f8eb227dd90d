import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { PROJECT } from '../servers/lab-service.ts'

type Service = {
  image: string
  command?: string | string[]
  environment?: Record<string, string>
  secrets?: string[]
  ports?: string[]
  read_only?: boolean
  cap_drop?: string[]
  stop_grace_period?: string
  mem_limit?: string
  logging?: object
}

export type ComposeFile = {
  services: Record<string, Service>
  secrets: Record<string, { file: string }>
}

/** `compose.yaml` with the settings of an `.env`, as Compose reads it. */
export function readComposeFile(settings: Record<string, string>): ComposeFile {
  const text = readFileSync(join(PROJECT, 'compose.yaml'), 'utf8').replaceAll(
    /\$\$|\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_, name?: string, kind?: string, rest = '') => {
      if (name === undefined) return '$'
      const value = settings[name] || (kind === '-' ? rest : undefined)
      if (value === undefined) throw new Error(`${name} is not set: ${rest}`)
      return value
    },
  )
  return parse(text, { merge: true }) as ComposeFile
}

/** The settings in the text of an `.env`. */
export const readSettings = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]))

/** Where containers see their secrets. */
export const SECRETS_FOLDER = '/run/secrets/'

/** The files behind the secrets of a service, by their names. */
export const secretsOf = ({ services, secrets }: ComposeFile, service: string, home: string) =>
  Object.fromEntries(
    (services[service]?.secrets ?? []).map((name) => [name, join(home, secrets[name]?.file ?? '')]),
  )

/** A command of the file as its words. */
export const wordsOf = (command: Service['command'] = []) =>
  typeof command === 'string'
    ? command.split(/\s+/).map((word) => word.replaceAll('"', ''))
    : command
