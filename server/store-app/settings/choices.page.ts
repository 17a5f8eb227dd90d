import { checkboxField } from '../frame/forms.ts'
import { type Html, html } from '../frame/html.ts'
import type { SettingForm } from './setting-form.ts'
import type { StoreSettings } from './settings.ts'

type Choice = 'returnsAtOnce' | 'restarts'

/** `name`: in the form. */
type Switch = { name: string; label: string; hint: (baseUrl: string) => Html }

const SWITCHES: Record<Choice, Switch> = {
  returnsAtOnce: {
    name: 'returnAtOnce',
    label: 'Buyers go to the success URL as soon as they have paid',
    hint: () =>
      html`Otherwise they see the receipt first and go there after 20 seconds, or when they want to.`,
  },
  restarts: {
    name: 'startAgain',
    label: 'Buyers may start again on expired and sold-out pages',
    hint: (baseUrl) =>
      html`On an expired page a button opens a new checkout session: same item, metadata and
        addresses, the price of that moment. Your server has not created it: whoever asks only for
        the session that they know never hears of the new one. Follow
        <a href="${baseUrl}/docs/events">the event <code>checkout.session.restarted</code></a
        >, which names both, or take the id that comes with the success URL. A page that is sold out
        goes on with its own session, at its own price, once the item is there again.`,
  },
}

const isChoice = (name: string): name is Choice => Object.hasOwn(SWITCHES, name)
const CHOSEN = Object.keys(SWITCHES).filter(isChoice)

/** What buyers see and may do when a session is over. */
export const CHOICES: SettingForm<Pick<StoreSettings, Choice>> = {
  page: '/settings/general',
  id: 'choices',
  look: 'beside',
  title: 'After the checkout',
  fields: ({ saved, baseUrl }) =>
    CHOSEN.map((choice) => {
      const { name, label, hint } = SWITCHES[choice]
      return checkboxField({ name, label, isChecked: saved[choice], hint: hint(baseUrl) })
    }),
  button: 'Save these choices',
  read: (fields) => ({
    change: Object.fromEntries(
      CHOSEN.map((choice) => [choice, fields[SWITCHES[choice].name] === 'yes']),
    ),
  }),
}
