/** How many mails may count for this key within an hour and a day. */
export type MailCount = { key: string; anHour: number; aDay: number }

/** Counts a mail for each key, where all let it go. Else it says which does not, and from when it may. */
export type CountMail = (counts: MailCount[]) => Promise<{ key: string; freeAt: Date } | undefined>
