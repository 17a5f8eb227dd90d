import type { PictureRefusal } from './pictures.ts'

/** What a file says of its picture before it is unpacked. */
export type Layout = {
  width: number
  height: number
  /** How the camera was held, in EXIF's numbers 1 to 8. */
  orientation: number
  bytes: Uint8Array
}

export class Refused extends Error {
  readonly refusal: PictureRefusal

  constructor(refusal: PictureRefusal) {
    super(refusal)
    this.refusal = refusal
  }
}

export const viewOf = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

export const textAt = (bytes: Uint8Array, offset: number, length: number) =>
  String.fromCharCode(...bytes.subarray(offset, offset + length))

export const startsWith = (bytes: Uint8Array, signature: number[]) =>
  signature.every((byte, index) => bytes[index] === byte)
