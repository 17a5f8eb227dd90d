import type { Answer } from './http-call.ts'

const TRIES = 20

/**
 * Asks as often as the service says that it could not answer in time: on a machine under load its
 * limits for the database end requests that would have been answered.
 */
export async function askedAgain<Body>(ask: () => Promise<Answer<Body>>): Promise<Answer<Body>> {
  let answer = await ask()
  for (let tries = 1; tries < TRIES && answer.status === 500; tries += 1) answer = await ask()
  return answer
}
