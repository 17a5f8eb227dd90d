import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'

type Secrets = { platformTokens: string[]; tokenSigningKeys: string[] }

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** The secret in `dataDir/name` (mode 0600), made on first use. */
async function keepSecret(dataDir: string, name: string) {
  const file = join(dataDir, name)
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if (!isMissing(error)) throw error
    const secret = randomBytes(32).toString('base64url')
    await mkdir(dataDir, { recursive: true })
    await writeFile(file, `${secret}\n`, { mode: 0o600, flag: 'wx' })
    return secret
  }
}

/** The secrets from the environment, else from `DATA_DIR` (contract §2). */
export async function openSecrets({
  dataDir,
  givenSecrets,
}: Pick<Config, 'dataDir' | 'givenSecrets'>): Promise<Secrets> {
  return {
    platformTokens: givenSecrets.platformTokens ?? [await keepSecret(dataDir, 'platform-token')],
    tokenSigningKeys: givenSecrets.tokenSigningKeys ?? [
      await keepSecret(dataDir, 'token-signing-key'),
    ],
  }
}
