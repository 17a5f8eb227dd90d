import type { SecondFactorChange } from '../checkout/stores/audit.ts'
import { type Letter, type Step, inLine } from './letter.ts'

type Addressee = { to: string; storeName: string }
export type InvitationNews = Addressee & { invitedBy: string; url: string }
export type Reset = Addressee & { url: string }
/** `address`: from where it was done; null when unknown. */
export type AccountNews = Addressee & { address: string | null; baseUrl: string }
export type SecondFactorNews = AccountNews & { change: SecondFactorChange }

const SECOND_FACTOR: Record<SecondFactorChange, { subject: string; text: string }> = {
  turned_on: {
    subject: 'Your second factor is on at',
    text: 'From now on a code of your authenticator app is asked for beside your password.',
  },
  turned_off: {
    subject: 'Your second factor is off at',
    text: 'From now on your password alone opens your account.',
  },
  ended: {
    subject: 'Your second factor is off at',
    text: 'Whoever runs the service has ended your second factor, and you are signed out everywhere. From now on your password alone opens your account.',
  },
  recovery_code_used: {
    subject: 'A recovery code was used at',
    text: 'One of your recovery codes was used in the place of your second factor. It works no more.',
  },
  recovery_codes_renewed: {
    subject: 'You have new recovery codes at',
    text: 'New recovery codes were made. The ones before work no more.',
  },
  passkey_added: {
    subject: 'A passkey was added at',
    text: 'A passkey was added, which counts as your second factor.',
  },
  passkey_removed: {
    subject: 'A passkey was removed at',
    text: 'One of your passkeys was removed.',
  },
}

const doneFrom = (address: string | null) =>
  address === null ? [] : [`It was done from ${address}.`]

const otherPassword = (text: string, baseUrl: string): Step => ({
  text,
  label: 'Choose another password',
  url: `${baseUrl}/store/forgot-password`,
})

export const invitationLetter = ({ storeName, invitedBy, url }: InvitationNews): Letter => ({
  subject: `Join ${inLine(storeName)}`,
  parts: [
    `${inLine(invitedBy)} invites you to the team of the store ${inLine(storeName)}.`,
    {
      text: 'To join, choose a password here. The link works for 7 days, once:',
      label: 'Choose a password',
      url,
    },
    'If you do not know this store, do nothing.',
  ],
})

export const passwordResetLetter = ({ to, storeName, url }: Reset): Letter => ({
  subject: `A new password for ${inLine(storeName)}`,
  parts: [
    `Somebody, you we hope, asked for a new password for your account ${to} at the store ${inLine(storeName)}.`,
    {
      text: 'Choose it here. The link works for an hour, once:',
      label: 'Choose a new password',
      url,
    },
    'If it was not you, do nothing: your password stays as it is.',
  ],
})

export const passwordChangedLetter = ({
  to,
  storeName,
  address,
  baseUrl,
}: AccountNews): Letter => ({
  subject: `Your password for ${inLine(storeName)} was changed`,
  parts: [
    `The password of your account ${to} at the store ${inLine(storeName)} was changed just now.`,
    ...doneFrom(address),
    'If it was you, there is nothing to do. Wherever else you were signed in, you are not any more.',
    otherPassword(
      'If it was not you, choose another password at once, and tell the owners of the store:',
      baseUrl,
    ),
  ],
})

export const secondFactorChangedLetter = ({
  to,
  storeName,
  address,
  baseUrl,
  change,
}: SecondFactorNews): Letter => ({
  subject: `${SECOND_FACTOR[change].subject} ${inLine(storeName)}`,
  parts: [
    `${SECOND_FACTOR[change].text} It is about your account ${to} at the store ${inLine(storeName)}.`,
    ...doneFrom(change === 'ended' ? null : address),
    change === 'ended'
      ? 'If you have not asked for this, sign in, turn it on again, and tell whoever runs the service.'
      : otherPassword(
          'If it was not you, choose another password at once, look at your account, and tell the owners of the store:',
          baseUrl,
        ),
  ],
})
