import { readFile, writeFile } from 'node:fs/promises'
import { generateIdentity, identityToRecipient } from 'age-encryption'

/** The keys of age in a file, as `age-keygen` writes it, too. */
export async function readIdentities(file: string) {
  const lines = (await readFile(file, 'utf8')).split('\n').map((line) => line.trim())
  const identities = lines.filter((line) => line.startsWith('AGE-SECRET-KEY-'))
  if (identities.length === 0) throw new Error(`--identity: ${file} has no key of age`)
  return identities
}

/** Whom the key in `file` lets read. Where there is no file, it is written with a new key. */
export async function findRecipient(file: string) {
  const made = await generateIdentity()
  try {
    await writeFile(file, `${made}\n`, { flag: 'wx', mode: 0o600, flush: true })
    console.log(`${file} has a new key, without which nobody reads the backups: keep a copy of it`)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const [identity = made] = await readIdentities(file)
  return identityToRecipient(identity)
}
