import { Transformer } from '@napi-rs/image'
import decode from 'qr/decode.js'

/** What a phone reads in a picture of a QR code. */
export async function readPrintedCode(png: Uint8Array): Promise<string> {
  const picture = new Transformer(Buffer.from(png))
  const { width, height } = await picture.metadata()
  return decode({ width, height, data: await picture.rawPixels() })
}
