/** Of an area and a city: an offset, which `Intl` takes, means the opposite to PostgreSQL. */
const IN_AREA = /^(?!SystemV)[A-Z][A-Za-z]+(\/[A-Z][\w+-]*)+$/

/** What `Intl` and PostgreSQL both take. */
export function isTimeZone(zone: string) {
  if (ZONES.includes(zone)) return true
  if (!IN_AREA.test(zone)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** Names of today, of which `Intl` lists the former ones. It takes both. */
const RENAMED = `
  Africa/Asmara America/Argentina/Buenos_Aires America/Argentina/Catamarca
  America/Argentina/Cordoba America/Argentina/Jujuy America/Argentina/Mendoza America/Atikokan
  America/Indiana/Indianapolis America/Kentucky/Louisville America/Nuuk Asia/Ho_Chi_Minh
  Asia/Kathmandu Asia/Kolkata Asia/Yangon Atlantic/Faroe Europe/Kyiv Pacific/Chuuk
  Pacific/Kanton Pacific/Pohnpei
`
  .trim()
  .split(/\s+/)

const knownAs = (timeZone: string) =>
  new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone

const FORMER = new Set(RENAMED.map(knownAs))

const ZONES = [
  ...new Set([
    'UTC',
    ...Intl.supportedValuesOf('timeZone')
      .filter((zone) => !FORMER.has(zone))
      .concat(RENAMED)
      .toSorted(),
  ]),
]

/** The time zones of the list, and the one that was chosen by another name. */
export const zoneOptions = (chosen = '') =>
  (ZONES.includes(chosen) || !isTimeZone(chosen) ? ZONES : [chosen, ...ZONES]).map((zone) => ({
    value: zone,
    text: zone,
  }))
