import { html } from './html.ts'

/** Those who do things to a store and are no members of it. */
const PROGRAMS = new Map([
  ['platform', 'the platform'],
  ['secret_key', 'your program, with the secret key'],
])

/** Who did something, within a sentence; a member by the email address. */
export const actorView = (name: string) => html`<bdi>${PROGRAMS.get(name) ?? name}</bdi>`

/** The same at its beginning. */
export function actorText(name: string) {
  const program = PROGRAMS.get(name)
  return program === undefined ? name : `${program.charAt(0).toUpperCase()}${program.slice(1)}`
}
