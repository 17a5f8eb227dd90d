/** Where most buyers have their mail, and the names that look like these. */
const KNOWN = `
  gmail.com googlemail.com yahoo.com ymail.com hotmail.com outlook.com live.com msn.com icloud.com
  me.com mac.com aol.com mail.com email.com proton.me protonmail.com gmx.com gmx.de gmx.net gmx.at
  gmx.ch web.de t-online.de freenet.de yahoo.de yahoo.es yahoo.fr yahoo.it yahoo.co.uk yahoo.co.jp
  yahoo.com.br hotmail.es hotmail.fr hotmail.it hotmail.co.uk hotmail.de outlook.es outlook.fr
  outlook.de outlook.com.br live.fr orange.fr wanadoo.fr free.fr laposte.net sfr.fr libero.it
  virgilio.it btinternet.com comcast.net verizon.net att.net mail.ru bk.ru list.ru inbox.ru yandex.ru
  ya.ru rambler.ru qq.com 163.com 126.com sina.com naver.com docomo.ne.jp uol.com.br bol.com.br
`
  .trim()
  .split(/\s+/)

/** Whether one letter is missing, too much or another one, or two are swapped. */
function isOneSlip(typed: string, meant: string) {
  const at = [...meant, ''].findIndex((letter, index) => letter !== typed.charAt(index))
  const [typedRest, meantRest] = [typed.slice(at), meant.slice(at)]
  return (
    typedRest.slice(1) === meantRest ||
    typedRest === meantRest.slice(1) ||
    typedRest.slice(1) === meantRest.slice(1) ||
    (typedRest.charAt(0) === meantRest.charAt(1) &&
      typedRest.charAt(1) === meantRest.charAt(0) &&
      typedRest.slice(2) === meantRest.slice(2))
  )
}

/** The address that was probably meant: `ana@gmail.com` for `ana@gmial.com`. Null without a slip. */
export function meantEmail(typed: string): string | null {
  const [box, domain, ...others] = typed.trim().split('@')
  if (!box || !domain || others.length > 0) return null
  const host = domain.toLowerCase()
  const meant = KNOWN.includes(host) ? undefined : KNOWN.find((known) => isOneSlip(host, known))
  return meant === undefined ? null : `${box}@${meant}`
}
