/** Prints a number to which the page is held. Every run of the tests lists these at its end. */
export const figure = (what: string, found: string) => console.log(`figure: ${what}: ${found}`)
