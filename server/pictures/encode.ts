import { ResizeFilterType, ResizeFit, Transformer } from '@napi-rs/image'
import type { Layout } from './picture-layout.ts'

export type Encoding = { layout: Layout; maxSide: number }

const QUALITY = 82

/** A WebP; undefined when the pixels cannot be read. Blocks the calling thread for long. */
export function encode({ layout, maxSide }: Encoding): Uint8Array | undefined {
  const { bytes, width, height, orientation } = layout
  const transformer = new Transformer(bytes).rotate(orientation)
  if (Math.max(width, height) > maxSide) {
    transformer.resize({
      width: maxSide,
      height: maxSide,
      fit: ResizeFit.Inside,
      filter: ResizeFilterType.Lanczos3,
    })
  }
  try {
    return new Uint8Array(transformer.webpSync(QUALITY))
  } catch {
    return undefined
  }
}
