import type { Response } from 'express'
import { Country } from '../../contract/delivery.ts'
import { csrfField, formField, textAreaField } from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import { redirectWith } from '../frame/notices.ts'
import { pages } from '../frame/pages.ts'
import { type StoreAppContext, type Viewer, actorOf } from '../frame/store-app-context.ts'
import { ownerAction } from '../frame/store-auth.ts'

/** Countries that were typed and not taken. */
export type RefusedCountries = { typed: string; error: string }

type SendDelivery = (
  response: Response,
  page: { viewer: Viewer; refused: RefusedCountries },
) => Promise<void>

const NAMES = new Intl.DisplayNames('en', { type: 'region' })

const isSame = (one: string, other: string) =>
  one.localeCompare(other, 'en', { sensitivity: 'base' }) === 0

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

const all = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(
  (code) => Country.safeParse(code).success,
)

/** By the code or the English name; undefined when there is no such country. */
const codeOf = (text: string) =>
  all.find((code) => isSame(code, text)) ?? all.find((code) => isSame(NAMES.of(code) ?? '', text))

/** One on a line, or several with commas between them. */
export function parseCountries(typed: string) {
  const texts = typed.split(/[\n,;]/).map((text) => text.trim())
  const codes = texts.filter(Boolean).map((text) => ({ text, code: codeOf(text) }))
  const unknown = codes.filter(({ code }) => code === undefined).map(({ text }) => `“${text}”`)
  if (unknown.length > 0)
    return {
      error: `There is no country ${unknown.join(', ')}. Write names in English, or codes such as ES.`,
    }
  return { countries: [...new Set(codes.flatMap(({ code }) => code ?? []))] }
}

export const countriesRoutes = (app: StoreAppContext, sendDelivery: SendDelivery) =>
  pages(app, {
    '/settings/delivery/countries': {
      post: ownerAction(app, async (request, response, viewer) => {
        const typed = formField(request, 'countries')
        const { countries, error } = parseCountries(typed)
        if (countries === undefined)
          return sendDelivery(response, { viewer, refused: { typed, error } })
        await app.records.settings.set(viewer.store.id, {
          deliveryCountries: countries,
          actor: actorOf(viewer, request),
        })
        return redirectWith(app, response, {
          to: `${app.storePath}/settings/delivery`,
          kind: 'success',
          text: 'Saved. Pages that are opened from now on ask this way.',
        })
      }),
    },
  })

/** The part of Settings → Delivery that says where the store delivers to. */
export const countriesView = (
  path: string,
  viewer: Viewer,
  { saved, refused }: { saved: string[]; refused: RefusedCountries | undefined },
) =>
  html`<section class="add" aria-labelledby="countries">
    <h2 id="countries">Countries</h2>
    <form class="form" method="post" action="${path}/countries" novalidate>
      ${csrfField(viewer)}
      ${textAreaField({
        name: 'countries',
        label: 'Where you deliver to (optional)',
        value: refused?.typed ?? saved.map((code) => NAMES.of(code)).join('\n'),
        error: refused?.error,
        hint: 'One country on a line; the first one is preselected. Buyers then enter postal code, town and what else an address has there in fields of their own. Empty: they type their address into one field.',
        attributes: html`rows="4"`,
      })}
      <div class="actions"><button class="button">Save the countries</button></div>
    </form>
  </section>`
