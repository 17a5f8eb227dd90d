import { type Html, html } from '../../web/html.ts'
import { type Page, sendPage } from './page.ts'
import type { MemberVisit } from './store-app-context.ts'

const PARTS = {
  general: 'General',
  branding: 'Branding',
  delivery: 'Delivery',
  developers: 'Developers',
  plan: 'Plan',
  team: 'Team',
  'audit-log': 'Audit log',
} as const

type SettingsPage = Omit<Page, 'section'> & { part: keyof typeof PARTS }

const linkView = (path: string, text: string, isCurrent: boolean): Html =>
  html`<a href="${path}" ${isCurrent ? html`aria-current="true"` : undefined}>${text}</a>`

export function sendSettings(visit: MemberVisit, { part, ...page }: SettingsPage) {
  const { storePath, ownersChangePlan } = visit.app
  const tabs = Object.entries(PARTS)
    .filter(([name]) => name !== 'plan' || ownersChangePlan)
    .map(([name, text]) => linkView(`${storePath}/settings/${name}`, text, name === part))
  sendPage(visit, {
    ...page,
    section: 'settings',
    top: html`<nav class="tabs" aria-label="Settings">${tabs}</nav>`,
  })
}

/** What somebody else has saved meanwhile: sending the form again would replace it. */
export const outdatedView = (what: string, now: Html | undefined) =>
  html`<p>Somebody else has changed ${what}. Saving again replaces what is there now:</p>
    ${now}`
