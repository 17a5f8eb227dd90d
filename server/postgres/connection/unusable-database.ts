/** The database cannot be used as it is. The message tells the operator in one line what to change. */
export class UnusableDatabase extends Error {
  override readonly name = 'UnusableDatabase'
}
