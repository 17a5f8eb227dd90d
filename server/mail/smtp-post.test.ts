import { expect, test } from 'vitest'
import { startMailServer } from '../testing/mail-server.ts'
import { createSmtpPost } from './smtp-post.ts'

test('decision 109: an address that no mail server can be given is about its mail alone', async () => {
  const { port, close } = await startMailServer()
  const server = { host: '127.0.0.1', port, isSecure: false, auth: undefined }
  const post = createSmtpPost({ ...server, from: 'mail@loom.example' }, 10_000)
  const mail = { to: '<ana@mail.example>', subject: 'Mug', text: 'Mug', html: 'Mug' }
  expect(await post(mail)).toMatchObject({ type: 'put_off', isServers: false })
  await close()
})
