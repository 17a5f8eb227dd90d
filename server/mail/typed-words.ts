/** They join letters in Persian and Indic names, and show nothing. */
const JOINERS = /[\u200C\u200D]/g

/** As mail programs find an address: `https://…`, `www.…`, `ana@…`. */
const ADDRESS = /:\/\/|\bwww\.|@/i

/** `evil.example`, without a space behind the dot. */
const DOMAIN = /[\p{L}\p{N}]\.[\p{L}]{2,}/u

/** `．` and `。` are dots to a resolver of names. */
const asDots = (text: string) => text.normalize('NFKC').replaceAll('。', '.')

/**
 * The name that a buyer typed, for a mail; undefined when it has an address in it, or characters
 * that nobody sees. Anybody may type somebody else's address and have us write to them.
 */
export function nameInMail(name: string) {
  const read = asDots(name.replaceAll(JOINERS, ''))
  const isName = !ADDRESS.test(read) && !DOMAIN.test(read) && !/[\p{Cc}\p{Cf}]/u.test(read)
  return isName ? name : undefined
}

/**
 * Where to deliver, for a mail; undefined when it has an address of the web or of mail in it. Dots
 * within words get a space (`ul.Długa`), so that nothing of it becomes a link.
 */
export function detailsInMail(details: string) {
  const read = asDots(details.replaceAll(/\p{Cf}/gu, ''))
  if (ADDRESS.test(read)) return undefined
  return DOMAIN.test(read) ? read.replaceAll(/\.(?=\p{L})/gu, '. ') : details
}
