import type { Request, Response } from 'express'
import { createSecretToken, secretTokenDigest } from '../../auth/secret-tokens.ts'
import type { StoreMember } from '../frame/accounts.ts'
import { COOKIE_OPTIONS, cookieOf } from '../frame/cookies.ts'
import type { StoreAppContext } from '../frame/store-app-context.ts'

/**
 * Whose password was right. It opens the page that asks for the second factor, and nothing else.
 * `holder`: what a passkey's challenge is made for; `to`: where the sign-in was to lead.
 */
export type HalfSignIn = {
  holder: string
  memberId: number
  passwordDigest: string
  email: string
  to: string
}

const COOKIE = '__Host-second-step'
const LIFETIME_SECONDS = 10 * 60

/** Which password it was, without its hash: that stays in the record. */
const digestOf = ({ passwordHash }: StoreMember) =>
  secretTokenDigest(passwordHash).toString('base64url')

/** The password was right: leads to the page that asks for the second factor. */
export async function beginSecondStep(
  { sealedNotes, storePath }: StoreAppContext,
  response: Response,
  { member, email, to }: { member: StoreMember; email: string; to: string },
) {
  const half: HalfSignIn = {
    holder: createSecretToken(),
    memberId: member.id,
    passwordDigest: digestOf(member),
    email,
    to,
  }
  response
    .cookie(COOKIE, await sealedNotes.seal(JSON.stringify(half), LIFETIME_SECONDS), {
      ...COOKIE_OPTIONS,
      maxAge: LIFETIME_SECONDS * 1000,
    })
    .redirect(303, `${storePath}/sign-in/second-step`)
}

/** The half of a sign-in that this browser is at, if its cookie is not too old. */
export async function readHalf({ sealedNotes }: StoreAppContext, request: Request) {
  const sealed = cookieOf(request, COOKIE)
  const text = sealed === undefined ? undefined : await sealedNotes.open(sealed)
  return text === undefined ? undefined : (JSON.parse(text) as HalfSignIn)
}

/** The member as it is now: undefined when the password is another one since then. */
export async function findHalfMember(
  { records }: StoreAppContext,
  { email, memberId, passwordDigest }: HalfSignIn,
): Promise<StoreMember | undefined> {
  const member = await records.accounts.findMember(email)
  return member?.id === memberId && digestOf(member) === passwordDigest ? member : undefined
}

export const forgetHalf = (response: Response) => {
  response.clearCookie(COOKIE, COOKIE_OPTIONS)
}
