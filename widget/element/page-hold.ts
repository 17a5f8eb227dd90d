const askBeforeLeaving = (event: Event) => event.preventDefault()

/** Makes the browser ask before the page is left, because a payment is under way. */
export const holdPage = () => addEventListener('beforeunload', askBeforeLeaving)

export const releasePage = () => removeEventListener('beforeunload', askBeforeLeaving)
