const askBeforeLeaving = (event: Event) => event.preventDefault()

/** The browser asks before the page is left: a payment is under way. */
export const holdPage = () => addEventListener('beforeunload', askBeforeLeaving)

export const releasePage = () => removeEventListener('beforeunload', askBeforeLeaving)
