/** Formats times as ISO 8601 with the offset of `timeZone` (IANA): `2026-11-21T09:30:00+01:00`. */
export function isoFormat(timeZone: string) {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  })
  return (at: Date) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
    const textOf = (...types: Intl.DateTimeFormatPartTypes[]) => types.map((one) => parts.get(one))
    const [day, time] = [textOf('year', 'month', 'day'), textOf('hour', 'minute', 'second')]
    const offset = parts.get('timeZoneName')?.slice(3)
    // The formatter writes UTC's offset as `GMT` only.
    return `${day.join('-')}T${time.join(':')}${offset || '+00:00'}`
  }
}
