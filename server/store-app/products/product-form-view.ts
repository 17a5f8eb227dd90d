import type { PlacedPicture } from '../../checkout/stores/pictures.ts'
import { type Html, html } from '../../web/html.ts'
import {
  type FieldErrors,
  type FormFields,
  UPLOAD,
  checkboxField,
  formField,
  formView,
} from '../frame/forms.ts'
import type { Page } from '../frame/page.ts'
import { pictureField, takePicture } from '../frame/read-upload.ts'
import { sectionView } from '../frame/sections.ts'
import type { MemberVisit } from '../frame/store-app-context.ts'
import { type Form, note, productFields } from './product-form.ts'
import { sendProducts } from './products-frame.ts'

/** The longest side that is kept, in pixels. */
const MAX_SIDE = 1600

export const PICTURE_FIELDS = ['picture', 'removePicture']

export const CHOOSE_AGAIN = 'Choose the picture again: browsers do not keep it.'

/** Null when the picture is to go, undefined when it stays. Problems go into `errors`. */
export async function readPictureField(
  visit: MemberVisit,
  errors: FieldErrors,
): Promise<PlacedPicture | null | undefined> {
  const isRefused = Object.keys(errors).length > 0
  const { placed, problem } = await takePicture(visit, MAX_SIDE)
  note(errors, 'picture', placed && isRefused ? CHOOSE_AGAIN : problem)
  return placed ?? (formField(visit.request, 'removePicture') === '' ? undefined : null)
}

/** After all other fields: of a file that is too large, what follows it is not read. */
const pictureView = ({ fields, errors }: Form, imageUrl: string | null) =>
  html`<div class="panel aside">
    ${sectionView('picture', 'Picture', [
      imageUrl === null
        ? undefined
        : html`<img src="${imageUrl}" alt="The product’s picture" width="96" height="96" />`,
      pictureField({
        label:
          imageUrl === null ? 'Choose a picture (optional)' : 'Choose another picture (optional)',
        hint: 'Buyers see it as a square of 64 pixels beside the product’s name.',
        error: errors['picture'],
        attributes: html`data-change="Picture"`,
      }),
      imageUrl === null
        ? undefined
        : checkboxField({
            name: 'removePicture',
            label: 'Remove the picture',
            isChecked: fields['removePicture'] === 'yes',
          }),
    ])}
  </div>`

/** `variants`: what differs between a new product and one that there is. */
type ProductForm = Pick<Page, 'title' | 'heading' | 'back' | 'overtaken'> & {
  button: string
  saved: FormFields
  imageUrl: string | null
  variants: Html[]
}

/** The form that adds a product and the one that edits it. */
export function sendProductForm(
  visit: MemberVisit,
  form: Form,
  { button, saved, imageUrl, variants, ...page }: ProductForm,
) {
  const { viewer } = visit
  sendProducts(visit, {
    ...page,
    imageUrls: [imageUrl],
    errors: form.errors,
    main: formView(viewer, { attributes: UPLOAD, button, saved }, [
      html`<div class="columns">
        <div class="form">${productFields(form, viewer)} ${variants}</div>
        ${pictureView(form, imageUrl)}
      </div>`,
    ]),
  })
}
