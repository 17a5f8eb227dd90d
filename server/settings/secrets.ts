import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { ConfigError } from './config-error.ts'

type Secrets = { platformTokens: string[]; tokenSigningKeys: string[] }

const SIGNING_KEY = 'token-signing-key'

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

async function findSecret(dataDir: string, name: string) {
  try {
    const secret = (await readFile(join(dataDir, name), 'utf8')).trim()
    if (secret !== '') return secret
  } catch (error) {
    if (!isMissing(error)) throw error
    return undefined
  }
  // A disk was full when it was written.
  throw new ConfigError('DATA_DIR', `${join(dataDir, name)} is empty: remove it, and start again`)
}

/** The secret in `dataDir/name` (mode 0600), made on first use. */
async function keepSecret(dataDir: string, name: string) {
  const known = await findSecret(dataDir, name)
  if (known !== undefined) return known
  const secret = randomBytes(32).toString('base64url')
  await mkdir(dataDir, { recursive: true })
  await writeFile(join(dataDir, name), `${secret}\n`, { mode: 0o600, flag: 'wx' })
  return secret
}

/** The secrets from the environment, else from `DATA_DIR` (contract §2). */
export async function openSecrets({
  dataDir,
  givenSecrets,
}: Pick<Config, 'dataDir' | 'givenSecrets'>): Promise<Secrets> {
  return {
    platformTokens: givenSecrets.platformTokens ?? [await keepSecret(dataDir, 'platform-token')],
    tokenSigningKeys: givenSecrets.tokenSigningKeys ?? [await keepSecret(dataDir, SIGNING_KEY)],
  }
}

/** The signing keys that there are; none is made. */
export async function findSigningKeys({
  dataDir,
  givenSecrets,
}: Pick<Config, 'dataDir' | 'givenSecrets'>) {
  if (givenSecrets.tokenSigningKeys) return givenSecrets.tokenSigningKeys
  const generated = await findSecret(dataDir, SIGNING_KEY)
  return generated === undefined ? [] : [generated]
}
