import type { Response } from 'express'
import { type Html, html } from './html.ts'
import { type Page, backView, sendPage } from './page.ts'
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

type SettingsPage = Omit<Page, 'section'> & { viewer: Viewer; part: SettingsPart }

const linkView = (path: string, text: string, isCurrent: boolean): Html =>
  html`<a href="${path}" ${isCurrent ? html`aria-current="true"` : undefined}>${text}</a>`

/** A page of the settings, with the way to the other ones above it. */
export function sendSettings(
  app: StoreAppContext,
  response: Response,
  { part, viewer, back, main, ...page }: SettingsPage,
) {
  const tabs = Object.entries(PARTS).map(([name, text]) =>
    linkView(`${app.storePath}/settings/${name}`, text, name === part),
  )
  sendPage(
    { app, response, viewer },
    {
      ...page,
      section: 'settings',
      main: html`<nav class="tabs" aria-label="Settings">${tabs}</nav>
        ${backView(back)}${main}`,
    },
  )
}
