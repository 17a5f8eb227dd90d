import type { Response } from 'express'
import type { StoreChange } from '../../checkout/store-fields.ts'
import { type FieldErrors, type FormFields, csrfField, formFields } from '../frame/forms.ts'
import { type Html, html } from '../frame/html.ts'
import { redirectWith } from '../frame/notices.ts'
import { pages } from '../frame/pages.ts'
import { confirmed } from '../frame/step-up.page.ts'
import {
  type MemberHandler,
  type StoreAppContext,
  type Viewer,
  actorOf,
} from '../frame/store-app-context.ts'
import { ownerAction } from '../frame/store-auth.ts'

/** What was typed and not taken, with what is wrong in it. */
export type RefusedSetting = { fields: FormFields; errors: FieldErrors }

type Shown<Saved> = { saved: Saved; refused?: RefusedSetting | undefined; baseUrl: string }

/** A part of a page of the settings that saves fields of the store by a form of its own. */
export type SettingForm<Saved> = {
  /** Where it stands, such as `/settings/general`; it is sent to its `id` below that. */
  page: string
  id: string
  look: 'beside' | 'add'
  title: string
  lead?: Html
  fields: (shown: Shown<Saved>) => Html | Html[]
  button: string
  read: (fields: FormFields, viewer: Viewer) => { change: StoreChange } | { errors: FieldErrors }
  /** What is said afterwards. (Default: that it was saved.) */
  done?: string
  /** What the password is asked for. (Default: for nothing.) */
  sensitive?: string
}

type SendRefused = (
  response: Response,
  page: { viewer: Viewer; refused: RefusedSetting },
) => Promise<void>

/** `sendRefused` shows the page again with what was wrong. */
export function settingRoutes<Saved>(
  app: StoreAppContext,
  { page, id, read, done = 'Saved.', sensitive }: SettingForm<Saved>,
  sendRefused: SendRefused,
) {
  const save: MemberHandler = async (request, response, viewer) => {
    const fields = formFields(request)
    const outcome = read(fields, viewer)
    if ('errors' in outcome)
      return sendRefused(response, { viewer, refused: { fields, errors: outcome.errors } })
    const actor = actorOf(viewer, request)
    await app.records.settings.set(viewer.store.id, { ...outcome.change, actor })
    const to = `${app.storePath}${page}`
    return redirectWith(app, response, { to, kind: 'success', text: done })
  }
  const post = sensitive === undefined ? save : confirmed(app, { to: sensitive, back: page }, save)
  return pages(app, { [`${page}/${id}`]: { post: ownerAction(app, post) } })
}

export const settingView = <Saved>(
  { storePath, urls: { baseUrl } }: StoreAppContext,
  viewer: Viewer,
  {
    form,
    saved,
    refused,
  }: { form: SettingForm<Saved>; saved: Saved; refused?: RefusedSetting | undefined },
) =>
  html`<section class="${form.look}" aria-labelledby="${form.id}">
    <h2 id="${form.id}">${form.title}</h2>
    ${form.lead}
    <form class="form" method="post" action="${storePath}${form.page}/${form.id}" novalidate>
      ${csrfField(viewer)} ${form.fields({ saved, refused, baseUrl })}
      <div class="actions"><button class="button">${form.button}</button></div>
    </form>
  </section>`
