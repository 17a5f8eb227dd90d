import type { Response } from 'express'
import { type Html, html } from './html.ts'
import { type Page, sendPage } from './page.ts'
import type { StoreAppContext, Viewer } from './store-app-context.ts'

const PARTS = {
  general: 'General',
  branding: 'Branding',
  delivery: 'Delivery',
  developers: 'Developers',
  plan: 'Plan',
  team: 'Team',
  'audit-log': 'Audit log',
} as const

export type SettingsPart = keyof typeof PARTS

type SettingsPage = Omit<Page, 'section' | 'viewer'> & { viewer: Viewer; part: SettingsPart }

const linkView = (path: string, text: string, isCurrent: boolean): Html =>
  html`<a href="${path}" ${isCurrent ? html`aria-current="true"` : undefined}>${text}</a>`

/** A page of the settings, with the way to the other ones above it. */
export function sendSettings(
  app: StoreAppContext,
  response: Response,
  { part, main, ...page }: SettingsPage,
) {
  sendPage(app, response, {
    ...page,
    section: 'settings',
    main: html`<nav class="tabs" aria-label="Settings">
        ${Object.entries(PARTS).map(([name, text]) =>
          linkView(`${app.storePath}/settings/${name}`, text, name === part),
        )}
      </nav>
      ${main}`,
  })
}
