import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Not the Union's notice: a picture and words that call themselves samples. */
export const sampleSvg = (language: string, size = 'viewBox="0 0 595.28 841.89"') =>
  `<?xml version="1.0" encoding="UTF-8"?>
<!-- made for tests -->
<svg xmlns="http://www.w3.org/2000/svg" ${size}><style>text{font-size:60px}</style><text y="200">Sample ${language}</text></svg>`

export const sampleWords = (language: string) =>
  `Sample notice, ${language}.\r\nMore: https://sample.example/${language}.\n`

/** The files of a language. */
export const sampleNotice = (language: string): Record<string, string> => ({
  [`${language}.svg`]: sampleSvg(language),
  [`${language}.txt`]: sampleWords(language),
})

/** A folder with these files, and how to remove it. */
export function aNoticeFolder(files: Record<string, string | Uint8Array>) {
  const path = mkdtempSync(join(tmpdir(), 'hc-notices-'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), content)
  return { path, remove: () => rmSync(path, { recursive: true }) }
}

/** One that is gone after the test. */
export function aTestNoticeFolder(files: Record<string, string | Uint8Array>) {
  const { path, remove } = aNoticeFolder(files)
  onTestFinished(remove)
  return path
}
