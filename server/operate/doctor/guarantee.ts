import type { LegalNotices } from '../../checkout/stores/guarantee-notice.ts'
import { type Finding, well, wrong } from './finding.ts'

const SUBJECT = 'GUARANTEE_NOTICES'

/** Those of the page in which the Union publishes its notice. */
export const PAGE_LANGUAGES = ['en', 'es', 'fr', 'de', 'pt']

/** Whether buyers see the notice of the legal guarantee. `stores`: those that sell to the Union. */
export function judgeNotices(stores: string[], notices: LegalNotices): Finding {
  if (stores.length === 0) return well(SUBJECT, 'no store sells to the Union')
  const missing = PAGE_LANGUAGES.filter(
    (each) => !notices.some(({ language }) => language === each),
  )
  if (missing.length === 0) return well(SUBJECT, 'one for each language of the page')
  return notices.length > 0
    ? wrong(SUBJECT, `none in ${missing.join(', ')}, which the page speaks`, 'Add their files')
    : wrong(
        SUBJECT,
        `not set, and ${stores.join(', ')} must show the notice of the legal guarantee`,
        'See docs/guide/going-live.md',
      )
}
