import { describe, expect, test } from 'vitest'
import { outcomeOf } from './smtp-answers.ts'

/** As the library reports an answer of the server. */
const answered = (response: string, command = 'RCPT TO') =>
  Object.assign(new Error('no'), {
    code: 'EENVELOPE',
    command,
    response,
    responseCode: Number(response.slice(0, 3)),
  })

const typeOf = (response: string, command?: string) =>
  outcomeOf(answered(response, command), false).type

describe('decision 117: final is only what names the address', () => {
  test.each([
    '550 5.1.1 <ana@mail.example>: Recipient address rejected: User unknown',
    '550-5.1.1 The email account that you tried to reach does not exist.\n550 5.1.1 Look it up',
    '550 5.1.2 Domain not found',
    '553 5.1.3 Bad recipient address syntax',
    '556 5.1.10 Recipient address has null MX',
    '550 5.2.1 The email account that you tried to reach is inactive',
    '550 sorry, no mailbox here by that name. (#5.1.1)',
    '550 Unrouteable address',
    '550 no such user here',
    '551 User unknown',
    '550 Requested action not taken: mailbox unavailable',
    '553 invalid mailbox',
  ])('an address is refused: %s', (response) => {
    expect(typeOf(response)).toBe('refused')
  })

  test.each([
    '554 5.7.1 <ana@mail.example>: Relay access denied',
    '550 5.7.1 Unable to relay for unknown user',
    '550 5.1.0 <mail@loom.example>: Sender address rejected: User unknown',
    '550 5.1.8 <mail@loom.example>: Sender address rejected: Domain not found',
    '550 5.7.26 Unauthenticated email is not accepted',
    '553 sorry, that domain is not in my list of allowed rcpthosts (#5.7.1)',
    '550 relay not permitted',
    '550 Administrative prohibition',
    '554 Message rejected: no such user 5.1.1',
    '552 5.2.2 Mailbox full',
    '550 5.1.1.1 odd',
  ])('a server denies us: %s', (response) => {
    expect(outcomeOf(answered(response), false)).toEqual({
      type: 'denied',
      isServers: false,
      reason: 'EENVELOPE',
      response: Number(response.slice(0, 3)),
    })
  })

  test('what the server says of sender, password or text names no address', () => {
    for (const command of ['MAIL FROM', 'AUTH PLAIN', 'CONN'])
      expect(outcomeOf(answered('550 5.1.1 User unknown', command), false)).toMatchObject({
        type: 'denied',
        isServers: true,
      })
    expect(outcomeOf(answered('554 5.1.1 User unknown', 'DATA'), true)).toMatchObject({
      type: 'denied',
      isServers: false,
    })
  })

  test('an answer for the moment puts off, and none after the text leaves open what was done', () => {
    expect(outcomeOf(answered('499 later'), false)).toMatchObject({ type: 'put_off' })
    expect(typeOf('450 4.1.1 User unknown')).toBe('put_off')
    const broken = Object.assign(new Error('gone'), { code: 'ECONNECTION' })
    expect(outcomeOf(broken, false)).toEqual({
      type: 'put_off',
      isServers: true,
      reason: 'ECONNECTION',
    })
    expect(outcomeOf(broken, true)).toEqual({ type: 'unsure', reason: 'ECONNECTION' })
    expect(outcomeOf('odd', false)).toMatchObject({ reason: 'unknown' })
  })
})
