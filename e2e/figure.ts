/** Prints one of the numbers that the page is held to; every run of tests lists them at its end. */
export const figure = (what: string, found: string) => console.log(`figure: ${what}: ${found}`)
