import * as z from 'zod'
import { Flag, SettingTexts } from '../contract/setting-texts.ts'
import { readNotices } from './guarantee-notices.ts'

const notices = (checkoutUrl: string) =>
  z.string().transform((folder, context) => {
    try {
      return readNotices(folder, checkoutUrl)
    } catch (error) {
      context.addIssue(error instanceof Error ? error.message : String(error))
      return z.NEVER
    }
  })

/** What the platform leaves to the owners of its stores, and what it shows for them. */
export const platformSettings = (checkoutUrl: string) =>
  z
    .object({
      OWNERS_CHANGE_PLAN: Flag.default(false).register(SettingTexts, {
        summary: '`true` lets owners change their store’s plan; otherwise only the platform can',
        more: '`npm start` sets it.',
      }),
      GUARANTEE_NOTICES: notices(checkoutUrl).default([]).register(SettingTexts, {
        summary: 'folder with the Union’s notices of the legal guarantee, a language each',
        more: 'For each language `de.svg`, `de.png` or `de.webp` as published, of 2 MiB at most, and its words in `de.txt`. `de.pdf` alone is a link. They are read at the start, which refuses what it cannot use. [Going live](guide/going-live.md#the-notice-of-the-legal-guarantee) says where they come from.',
      }),
    })
    .transform(({ OWNERS_CHANGE_PLAN, GUARANTEE_NOTICES }) => ({
      ownersChangePlan: OWNERS_CHANGE_PLAN,
      guaranteeNotices: GUARANTEE_NOTICES,
    }))
