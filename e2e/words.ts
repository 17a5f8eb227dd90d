/** What a screen reader calls the fields. */
export type Words = {
  lang: string
  card: string
  number: string
  expiry: RegExp
  code: string
  name: string
  phone: string
  email: string
  addressText: string
  pay: RegExp
}

export const ENGLISH: Words = {
  lang: 'en',
  card: 'Card details',
  number: 'Card number',
  expiry: /^Expir/,
  code: 'Security code',
  name: 'Full name',
  phone: 'Phone',
  email: 'Email',
  addressText: 'Delivery address',
  pay: /^(Processing…|Pay €)/,
}

export const GERMAN: Words = {
  lang: 'de',
  card: 'Kartendaten',
  number: 'Kartennummer',
  expiry: /^Ablaufdatum/,
  code: 'Prüfnummer',
  name: 'Vor- und Nachname',
  phone: 'Telefon',
  email: 'E-Mail',
  addressText: 'Lieferadresse',
  pay: /€.bezahlen|^Zahlung läuft/,
}

export const ARABIC: Words = {
  lang: 'ar',
  card: 'بيانات البطاقة',
  number: 'رقم البطاقة',
  expiry: /^الانتهاء/,
  code: 'رمز الأمان',
  name: 'الاسم الكامل',
  phone: 'الهاتف',
  email: 'البريد الإلكتروني',
  addressText: 'عنوان التوصيل',
  pay: /^(ادفع|جارٍ الدفع)/,
}
