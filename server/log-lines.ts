type Level = 'info' | 'warn' | 'error'

const line =
  (level: Level) =>
  <const Field extends string = never>(says: string, ...fields: Field[]) => ({
    level,
    says,
    fields,
  })

export const info = line('info')
export const warn = line('warn')
export const error = line('error')
