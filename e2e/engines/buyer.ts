/** What a buyer does in a browser of any engine; fields by their names in the page. */
export type Buyer = {
  /** The engine's own name and version. */
  engine: string
  open(address: string): Promise<void>
  type(field: string, text: string): Promise<void>
  typeInCard(field: string, text: string): Promise<void>
  pay(): Promise<void>
  /** The order number, once the receipt is there. */
  readReceipt(): Promise<string>
  close(): Promise<void>
}
