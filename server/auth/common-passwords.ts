/**
 * Often used and at least 10 characters long, but not on the library's list: mostly words with the
 * digits that rules about characters ask for.
 */
const OURS = [
  'password12345',
  'password123456',
  'passw0rd123',
  'p@ssw0rd123',
  'p@ssword123',
  'password!23',
  'mypassword1',
  'changeme123',
  'changemenow',
  'welcome1234',
  'admin12345',
  'admin123456',
  'superadmin',
  'supersecret',
  'secret12345',
  'iloveyou1234',
  'sunshine123',
  'princess123',
  'baseball123',
  'dragon12345',
  'monkey12345',
  'master12345',
  'trustno1trustno1',
  'qwertyqwerty',
  'asdfasdfasdf',
  'abcdefghij',
  'abc1234567',
  '0123456789',
  '0987654321',
  '9876543210',
  '1234512345',
  '123123123123',
  '1212121212',
  '0123456789a',
  'testtest123',
  'hostedcheckout',
  'hosted checkout',
]

/** Shorter passwords are refused for their length. */
const MIN_LENGTH = 10

let listed: Promise<Set<string>> | undefined

/** The 49,000 most used passwords. They are read when the first new password is checked. */
async function readList() {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set([
    ...dictionary['passwords-common'].filter((word) => word.length >= MIN_LENGTH),
    ...OURS,
  ])
}

/** `password` is in lower case. */
export async function isCommonPassword(password: string) {
  listed ??= readList()
  return (await listed).has(password)
}
