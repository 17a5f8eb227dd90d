import { readFile } from 'node:fs/promises'
import { Secrets } from '../settings/secret-settings.ts'

/** The keys in the file of `--signing-key`, which has what `TOKEN_SIGNING_KEY` has. */
export async function readKeyFile(file: string) {
  const { data, error } = Secrets.safeParse(await readFile(file, 'utf8'))
  if (data) return data
  throw new Error(`--signing-key: ${file} ${error.issues.map(({ message }) => message).join(', ')}`)
}
