import { linkButton } from '../frame/forms.ts'
import { html } from '../../web/html.ts'
import { sendSettings } from '../frame/settings-frame.ts'
import type { MemberVisit } from '../frame/store-app-context.ts'
import { tableView, textColumn } from '../frame/table.ts'
import type { MemberPages } from '../frame/visits.ts'
import { SCRIPTS } from './developers.styles.ts'

const DEVELOPERS = '/settings/developers'

export const scriptPages: MemberPages = { [`${DEVELOPERS}/scripts`]: { get: sendScripts } }

/** PCI DSS 4.0.1, 6.4.3: the inventory of scripts, for the assessor of the store. */
function sendScripts(visit: MemberVisit) {
  const { storePath, urls, scripts } = visit.app
  sendSettings(visit, {
    part: 'developers',
    title: 'Scripts',
    styles: SCRIPTS,
    back: { path: `${storePath}${DEVELOPERS}`, text: 'Developers' },
    lead: html`Every script of the pages on which your buyers pay, for an assessment by PCI DSS
    (6.4.3 and 11.6.1). Other scripts are blocked, and the operator is told of them.`,
    beside: linkButton(`${urls.checkoutUrl}/scripts.json`, 'Open as a file'),
    main: tableView(scripts, [
      textColumn(
        'Script',
        ({ name, address }) =>
          html`<span class="strong">${name}</span>
            <span class="line muted"
              >${address === null ? 'In the page itself' : html`<code>${address}</code>`}</span
            >`,
      ),
      textColumn('Where', ({ page }) => page),
      textColumn('What for', ({ reason }) => reason),
      textColumn('Let in by', ({ authorizedBy }) => authorizedBy),
      textColumn('Hash', ({ integrity }) =>
        integrity === null ? 'None: its owner changes it' : html`<code>${integrity}</code>`,
      ),
    ]),
  })
}
