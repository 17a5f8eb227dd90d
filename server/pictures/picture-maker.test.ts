import { deflateSync } from 'node:zlib'
import { Transformer } from '@napi-rs/image'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import {
  KINDS,
  type Kind,
  aPicture,
  aTurnedPicture,
  exif,
  frameOf,
  pngChunk,
  pngOf,
  riff,
  riffChunk,
  webpCanvas,
  withPngChunk,
  withSegment,
} from '../testing/store/sample-pictures.ts'
import { createPictureMaker } from './picture-maker.ts'

const maker = createPictureMaker()
afterAll(() => maker.close())
const make = (sent: Buffer, { maxSide = 1600, storeId = 'st_1' } = {}) =>
  maker.make(sent, { storeId, maxSide })

async function picture(sent: Buffer, options?: { maxSide?: number; storeId?: string }) {
  const answer = await make(sent, options)
  if (!answer.picture) throw new Error(answer.refusal)
  return answer.picture
}

const refusal = async (sent: Buffer) => (await make(sent)).refusal

/** The corner that is red. */
async function redCorner({
  content,
  width,
  height,
}: {
  content: Uint8Array
  width: number
  height: number
}) {
  const pixels = await new Transformer(content).rawPixels()
  const colours = pixels.length / width / height
  const isRed = (x: number, y: number) => (pixels[(y * width + x) * colours + 1] ?? 255) < 128
  const corners = [
    isRed(2, 2),
    isRed(width - 3, 2),
    isRed(width - 3, height - 3),
    isRed(2, height - 3),
  ]
  return ['top left', 'top right', 'bottom right', 'bottom left']
    .filter((_name, index) => corners[index])
    .join()
}

const chunksOf = (webp: Uint8Array) =>
  Buffer.from(webp)
    .toString('latin1')
    .match(/VP8[ LX]|ALPH|EXIF|ICCP|XMP |ANIM/g)

describe('Store application, pictures: A picture that was sent', () => {
  test.each(KINDS)('a picture as %s becomes WebP with the same pixels', async (kind) => {
    const made = await picture(await aPicture(kind))
    expect([made.width, made.height, await redCorner(made)]).toEqual([40, 20, 'top left'])
    expect(chunksOf(made.content)).toEqual(['VP8 '])
    expect(made.id).toMatch(/^pic_[\w-]{43}$/)
  })

  test.each(KINDS)(
    'a picture as %s is made smaller, never larger, and keeps its shape',
    async (kind) => {
      const sent = await aPicture(kind, { width: 400, height: 100 })
      expect(await picture(sent, { maxSide: 200 })).toMatchObject({ width: 200, height: 50 })
      expect(await picture(sent, { maxSide: 400 })).toMatchObject({ width: 400, height: 100 })
    },
  )

  test('a picture keeps what can be seen through', async () => {
    const seeThrough = await Transformer.fromRgbaPixels(new Uint8Array(40 * 20 * 4), 40, 20).png()
    expect(chunksOf((await picture(seeThrough)).content)).toContain('ALPH')
  })

  test('a picture of 16 bits a colour or of a palette is taken, too', async () => {
    const header = (...kind: number[]) =>
      pngChunk('IHDR', Buffer.from([0, 0, 0, 8, 0, 0, 0, 8, ...kind, 0, 0, 0]))
    const data = (bytesALine: number) =>
      pngChunk('IDAT', deflateSync(Buffer.alloc(8 * (1 + bytesALine))))
    const png = (...chunks: Buffer[]) =>
      Buffer.concat([
        Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
        ...chunks,
        pngChunk('IEND', Buffer.alloc(0)),
      ])
    const deep = png(header(16, 2), data(8 * 6))
    const palette = png(header(8, 3), pngChunk('PLTE', Buffer.from([255, 0, 0])), data(8))
    for (const sent of [deep, palette])
      expect(await picture(sent)).toMatchObject({ width: 8, height: 8 })
  })

  test('a picture has the same id in its store, and another one in another', async () => {
    const sent = await aPicture('png')
    const ids = await Promise.all(
      ['st_1', 'st_1', 'st_2'].map(async (storeId) => (await picture(sent, { storeId })).id),
    )
    expect(ids[0]).toBe(ids[1])
    expect(ids[0]).not.toBe(ids[2])
  })

  const TURNS = [
    'top left',
    'top right',
    'bottom right',
    'bottom left',
    'top left',
    'top right',
    'bottom right',
    'bottom left',
  ]

  test.each(KINDS)('a picture as %s is turned as the camera was held', async (kind) => {
    for (const [index, corner] of TURNS.entries()) {
      const orientation = index + 1
      const made = await picture(
        await aTurnedPicture(kind, exif({ orientation }, index % 2 === 0 ? 'II' : 'MM')),
      )
      expect([orientation, made.width, made.height, await redCorner(made)]).toEqual([
        orientation,
        ...(orientation < 5 ? [40, 20] : [20, 40]),
        corner,
      ])
    }
  })

  test.each(KINDS)('a picture as %s loses all that is not a pixel', async (kind) => {
    const sent = await aTurnedPicture(kind, exif({ orientation: 1, text: 'GPS 48.8584 N' }))
    expect(sent.includes('GPS')).toBe(true)
    const made = await picture(sent)
    expect(Buffer.from(made.content).includes('GPS')).toBe(false)
    expect(chunksOf(made.content)).toEqual(['VP8 '])
  })

  test('a picture keeps no text that could be a script to somebody', async () => {
    const script = Buffer.from('<?php system($_GET[0]); ?><script>alert(1)</script>')
    const png = withPngChunk(
      await aPicture('png'),
      'tEXt',
      Buffer.concat([Buffer.from('Comment\0'), script]),
    )
    for (const sent of [png, withSegment(await aPicture('jpeg'), 0xfe, script)]) {
      expect(Buffer.from((await picture(sent)).content).toString('latin1')).not.toMatch(
        /script|php/,
      )
    }
  })

  test('a picture whose text unpacks to a thousand times its size is taken without it', async () => {
    const bomb = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(20_000_000))])
    expect(await picture(withPngChunk(await aPicture('png'), 'zTXt', bomb))).toMatchObject({
      width: 40,
      height: 20,
    })
  })

  test('a picture may be followed by what cameras leave behind', async () => {
    const jpeg = await aPicture('jpeg')
    for (const rest of [jpeg, Buffer.alloc(64)]) {
      expect(await picture(Buffer.concat([jpeg, rest]))).toMatchObject({ width: 40, height: 20 })
    }
  })
})

describe('Store application, pictures: Refused is', () => {
  test.each([
    '',
    'hello',
    'GIF89a\x01\0\x01\0',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '<!doctype html>',
    '%PDF-1.7',
    'BM',
    '\0\0\x01\0',
    '\0\0\0\x1cftypheic',
    '\0\0\0\x1cftypavif',
    '\x89PNG\r\n',
    'RIFF\0\0\0\0WAVE',
    'PK\x03\x04',
  ])('%j is refused, as it is no picture of ours', async (text) => {
    expect(await refusal(Buffer.from(text, 'latin1'))).toBe('unknown')
  })

  const TOO_LARGE = [
    [30_000, 30_000],
    [8001, 10],
    [10, 8001],
    [4001, 4000],
  ] as const

  test.each(TOO_LARGE)(
    'a picture of %i × %i pixels is refused before it is unpacked',
    async (width, height) => {
      const jpeg = await aPicture('jpeg')
      jpeg.writeUInt16BE(height, frameOf(jpeg) + 5)
      jpeg.writeUInt16BE(width, frameOf(jpeg) + 7)
      const webp = riff(webpCanvas({ width, height }))
      for (const sent of [pngOf(await aPicture('png'), { width, height }), jpeg, webp])
        expect(await refusal(sent)).toBe('large')
    },
  )

  test('a picture whose canvas and pixels differ in size is refused', async () => {
    const pixels = (await aPicture('webpLossless', { width: 500, height: 500 })).subarray(12)
    expect(await refusal(riff(webpCanvas({ width: 10, height: 10 }), pixels))).toBe('broken')
  })

  test('a picture that goes over its pixels again and again is refused', async () => {
    const jpeg = await aPicture('jpeg')
    const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), -2)
    const end = jpeg.subarray(-2)
    expect(
      await refusal(
        Buffer.concat([jpeg.subarray(0, -2), ...Array.from({ length: 64 }, () => scan), end]),
      ),
    ).toBe('broken')
  })

  test('a picture that moves is refused', async () => {
    const moving = withPngChunk(await aPicture('png'), 'acTL', Buffer.alloc(8))
    const frame = riffChunk(
      'ANMF',
      Buffer.concat([Buffer.alloc(16), (await aPicture('webp')).subarray(12)]),
    )
    for (const sent of [
      moving,
      riff(webpCanvas({ width: 40, height: 20, flags: 2 }), frame),
      riff(frame),
    ]) {
      expect(await refusal(sent)).toBe('animated')
    }
  })

  test('a picture with the colours of a printing press is refused', async () => {
    const jpeg = await aPicture('jpeg')
    jpeg[frameOf(jpeg) + 9] = 4
    expect(await refusal(jpeg)).toBe('print')
  })

  test.each(KINDS)('a picture as %s with another file behind it is refused', async (kind) => {
    for (const other of ['PK\x03\x04', '%PDF-1.7', '<script>', 'x']) {
      expect(
        await refusal(Buffer.concat([await aPicture(kind), Buffer.from(other, 'latin1')])),
      ).toBe('more')
    }
  })

  test.each(KINDS)('a picture as %s that is cut off, wherever, is refused', async (kind) => {
    const whole = await aPicture(kind, { width: 200, height: 100 })
    const cuts = Array.from({ length: 40 }, (_, index) => Math.floor((whole.length * index) / 40))
    for (const cut of [...cuts, whole.length - 1])
      expect(['unknown', 'broken']).toContain(await refusal(whole.subarray(0, cut)))
  })

  test.each(KINDS)(
    'a picture as %s with a part that claims to be longer than the file is refused',
    async (kind) => {
      const long: Record<Kind, (picture: Buffer) => void> = {
        png: (sent) => {
          sent.writeUInt32BE(0xffff_ffff, 33)
        },
        jpeg: (sent) => {
          sent.writeUInt16BE(0xffff, 4)
        },
        webp: (sent) => {
          sent.writeUInt32LE(0xffff_ffff, 4)
        },
        webpLossless: (sent) => {
          sent.writeUInt32LE(0xffff_ffff, 16)
        },
      }
      const sent = await aPicture(kind)
      long[kind](sent)
      expect(await refusal(sent)).toBe('broken')
    },
  )
})

test('whatever is sent as a picture is answered', async () => {
  const samples = await Promise.all(
    KINDS.map((kind) => aTurnedPicture(kind, exif({ orientation: 6 }))),
  )
  const change = fc.record({ at: fc.nat(), byte: fc.nat(255) })
  const changed = fc.array(change, { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...samples), changed, async (sample, changes) => {
      const sent = Buffer.from(sample)
      for (const { at, byte } of changes) sent[at % sent.length] = byte
      const answer = await make(sent)
      expect(answer.picture?.width ?? answer.refusal).toBeTruthy()
    }),
    { numRuns: 500 },
  )
})
