import { requiredText } from './fields.ts'

/**
 * Digits of any script, and between them what people write there, also in East Asian width. What is
 * not drawn comes with numbers that are copied.
 */
const PHONE = /^(?=(?:\P{Nd}*\p{Nd}){7,15}\P{Nd}*$)[\p{Nd}\p{Zs}\p{Pd}\p{DI}+()./＋（）．／−ー]+$/u

/** A phone number, of a buyer or a store. */
export const PhoneNumber = requiredText(32).refine(
  (phone) => PHONE.test(phone),
  'must be a phone number of 7 to 15 digits',
)
