/** `mailsBuyers`: whether the service has a mail server. */
type Corrections = { urls: { checkoutUrl: string }; mailsBuyers: boolean }

/** The page where a buyer with the receipt's key corrects the address of mails. */
export const correctionUrl = (
  { urls, mailsBuyers }: Corrections,
  sessionId: string,
  receiptKey: string | undefined,
) =>
  mailsBuyers && receiptKey
    ? `${urls.checkoutUrl}/${sessionId}/email?receipt=${encodeURIComponent(receiptKey)}`
    : undefined
