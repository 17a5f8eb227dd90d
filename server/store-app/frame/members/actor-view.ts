import { html } from '../../../web/html.ts'

/** An address, or another name: its line may break at its marks, never inside a word. */
export const emailView = (email: string) =>
  html`<bdi class="email"
    >${email.split(/(?=@)|(?<=[.+_-])/).map((word) => html`${word}<wbr />`)}</bdi
  >`

/** Those who do things to a store and are no members of it. */
const PROGRAMS = new Map([
  ['platform', 'the platform'],
  ['secret_key', 'your program, with the secret key'],
])

/** Who did something, within a sentence; a member by the email address. */
export function actorView(name: string) {
  const program = PROGRAMS.get(name)
  return program === undefined ? emailView(name) : html`<bdi>${program}</bdi>`
}

/** The same at its beginning. */
export function actorText(name: string) {
  const program = PROGRAMS.get(name)
  return program === undefined ? name : `${program.charAt(0).toUpperCase()}${program.slice(1)}`
}
