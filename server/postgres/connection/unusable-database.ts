/** The database cannot be used as it is. Its one line says what the operator has to change. */
export class UnusableDatabase extends Error {
  override readonly name = 'UnusableDatabase'
}
