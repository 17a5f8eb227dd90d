/** Writes moments as ISO 8601 with the offset of `timeZone` (IANA): `2026-11-21T09:30:00+01:00`. */
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
    const {
      year,
      month,
      day,
      hour,
      minute,
      second,
      timeZoneName = '',
    } = Object.fromEntries(
      format
        .formatToParts(at)
        .map(({ type, value }): [string, string | undefined] => [type, value]),
    )
    // The formatter writes the offset of UTC as `GMT` alone.
    return `${year}-${month}-${day}T${hour}:${minute}:${second}${timeZoneName.slice(3) || '+00:00'}`
  }
}
