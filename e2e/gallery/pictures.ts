import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const FOLDER = 'test-results/gallery'

/** What a picture shows: `Chromium, ready, 390 px, dark, ltr`. */
export type Caption = [engine: string, state: string, ...how: string[]]

export async function keepPicture(caption: Caption, picture: Uint8Array) {
  await mkdir(FOLDER, { recursive: true })
  await writeFile(join(FOLDER, `${caption.join(', ')}.png`), picture)
}

/** Writes a page with all pictures so far, state by state. */
export async function writeGallery() {
  const captions = (await readdir(FOLDER))
    .filter((file) => file.endsWith('.png'))
    .map((file) => file.replace(/\.png$/, ''))
  const byState = Map.groupBy(captions, (caption) => caption.split(', ')[1] ?? '')
  const sections = [...byState].map(
    ([state, of]) => `<section><h2>${state}</h2>${of.toSorted().map(figure).join('')}</section>`,
  )
  const file = join(FOLDER, 'index.html')
  await writeFile(file, page(sections.join('')))
  return file
}

const figure = (caption: string) =>
  `<figure><a href="${encodeURIComponent(caption)}.png"><img loading="lazy" src="${encodeURIComponent(caption)}.png" alt=""></a><figcaption>${caption}</figcaption></figure>`

const page = (sections: string) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>The checkout in every state</title>
<style>
body { margin: 24px; font: 14px/1.5 system-ui, sans-serif; background: #808691; color: #000; }
section { display: flex; flex-wrap: wrap; gap: 16px; align-items: start; }
h2 { inline-size: 100%; margin: 32px 0 0; }
figure { margin: 0; max-inline-size: 400px; }
img { display: block; max-inline-size: 100%; }
</style>
<h1>The checkout in every state</h1>
${sections}</html>
`
