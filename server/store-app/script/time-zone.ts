/** So that the store's times are those of its members from the first sign-in on. */
export function fillInTimeZone(root: ParentNode) {
  const field = root.querySelector<HTMLInputElement>('[name=time-zone]')
  if (field) field.value = Intl.DateTimeFormat().resolvedOptions().timeZone
}
