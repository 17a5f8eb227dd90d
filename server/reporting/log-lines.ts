type Level = 'info' | 'warn' | 'error'

const line =
  (level: Level) =>
  <const Field extends string = never>(summary: string, ...fields: Field[]) => ({
    level,
    summary,
    fields,
  })

export const info = line('info')
export const warn = line('warn')
export const error = line('error')
