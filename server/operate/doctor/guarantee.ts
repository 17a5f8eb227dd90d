import { type LegalNotices, NOTICE_NAME } from '../../checkout/stores/guarantee-notice.ts'
import { type Finding, well, wrong } from './finding.ts'

const SUBJECT = 'GUARANTEE_NOTICES'

/** Those of the page in which the Union publishes its notice. */
export const PAGE_LANGUAGES = ['en', 'es', 'fr', 'de', 'it', 'nl', 'pl', 'pt']

/** Whether buyers see and hear what lies in the folder. */
function judgeFiles(notices: LegalNotices): Finding {
  const of = (isWrong: (shown: LegalNotices[number]['shown']) => boolean) =>
    notices.flatMap(({ language, shown }) => (isWrong(shown) ? [language] : [])).join(', ')
  const linked = of(({ width }) => width === undefined)
  if (linked) return wrong(SUBJECT, `only a PDF in ${linked}`, 'Add a picture, which is shown')
  const silent = of(({ text }) => text === NOTICE_NAME)
  return silent
    ? wrong(
        SUBJECT,
        `no words in ${silent}`,
        `Add them as ${silent.slice(0, 2)}.txt, for buyers who cannot see`,
      )
    : well(SUBJECT, 'one for each language of the page')
}

/** Whether buyers see the notice of the legal guarantee. `stores`: those that sell to the Union. */
export function judgeNotices(stores: string[], notices: LegalNotices): Finding {
  if (stores.length === 0) return well(SUBJECT, 'no store sells to the Union')
  const missing = PAGE_LANGUAGES.filter(
    (each) => !notices.some(({ language }) => language === each),
  )
  if (missing.length === 0) return judgeFiles(notices)
  return notices.length > 0
    ? wrong(SUBJECT, `none in ${missing.join(', ')}, which the page speaks`, 'Add their files')
    : wrong(
        SUBJECT,
        `not set, and ${stores.join(', ')} must show the notice of the legal guarantee`,
        'See docs/guide/going-live.md',
      )
}
