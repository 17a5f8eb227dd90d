import * as z from 'zod'
import { WebAddress, requiredText } from '../../contract/fields.ts'
import type { GivenSeller } from '../../contract/seller.ts'
import { type FormFields, toLines } from '../frame/forms.ts'
import type { SavedSeller } from './seller.ts'

const fits = (schema: z.ZodType) => (value: string) => schema.safeParse(value).success

const entry = (sentence: string, isRight: (value: string) => boolean) =>
  z.string(sentence).transform(toLines).refine(isRight, sentence)

const address = (what: string, path: string) =>
  entry(
    `Enter the address of your ${what}, such as https://loom.example/${path}.`,
    fits(WebAddress),
  )

export const SellerForm = z
  .object({
    legalName: entry('Enter a name of 1 to 200 characters.', fits(requiredText(200))),
    address: entry('Enter a postal address of 1 to 500 characters.', fits(requiredText(500))),
    termsUrl: address('terms of sale', 'terms'),
    privacyUrl: address('privacy policy', 'privacy'),
    returnsUrl: address('terms of withdrawal and returns', 'returns'),
    mustAgree: z.string().optional(),
    version: z.coerce.number().int().catch(0),
  })
  .transform(({ version, mustAgree, ...given }) => {
    const seller: GivenSeller = { ...given, ...(mustAgree === 'yes' && { mustAgree: true }) }
    return { version, seller }
  })

export const toFields = ({ seller, version }: SavedSeller): FormFields => ({
  legalName: seller?.legalName ?? '',
  address: seller?.address ?? '',
  termsUrl: seller?.termsUrl ?? '',
  privacyUrl: seller?.privacyUrl ?? '',
  returnsUrl: seller?.returnsUrl ?? '',
  mustAgree: seller?.mustAgree ? 'yes' : '',
  version: String(version),
})
