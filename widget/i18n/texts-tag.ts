/**
 * Which texts a language has: `pt-` for those of Portugal, otherwise the two letters of the
 * language. Portuguese without a region is Brazil's, as in browsers and at Stripe, and so is that of
 * the United States and of all Latin America (419). Other regions write as Portugal does.
 */
export const textsTag = (language: string) => String(/^pt-(?!br|us|4)|../i.exec(language))
