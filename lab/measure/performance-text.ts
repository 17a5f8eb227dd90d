/** `plan`: what `explain` says of the statement, a line each; empty when nobody asked. */
export type Measurement = { name: string; milliseconds: number; plan: string[] }

/** Pages of 8 KiB that the statement looked at: the same on every machine. */
function pagesRead({ plan }: Measurement) {
  if (plan.length === 0) return ''
  const buffers = plan.find((line) => line.includes('Buffers: shared')) ?? ''
  return [...buffers.matchAll(/(?:hit|read)=(\d+)/g)].reduce(
    (sum, [, pages]) => sum + Number(pages),
    0,
  )
}

const share = ({ milliseconds }: Measurement, limitMs: number) => {
  const quarter = Math.ceil((milliseconds / limitMs) * 4)
  return quarter > 4
    ? 'over it'
    : (['', 'under a quarter', 'under a half', 'under three quarters', 'under all of it'][
        quarter
      ] ?? '')
}

/** The section of `docs/performance.md`. */
export const ordersSection = (
  measurements: Measurement[],
  { count, limitMs, runs }: { count: number; limitMs: number; runs: number },
) => `## The list of orders

The list answers within ${limitMs} ms of database time, planning included, narrowed to whatever is in the table, for a store with ${count.toLocaleString('en')} orders in a database with ${(count / 5).toLocaleString('en')} orders of other stores. \`npm run lab -- measure orders\` fills an embedded PostgreSQL with them, runs the statements that the service sends, fails when one takes longer, and writes this section. Last run: ${new Date().toISOString().slice(0, 10)}.

| What is asked for | Pages of 8 KiB looked at | Of the ${limitMs} ms |
| --- | ---: | --- |
${measurements.map((measurement) => `| ${measurement.name} | ${pagesRead(measurement)} | ${share(measurement, limitMs)} |`).join('\n')}

The most common first name is that of one customer in 25. Times are the best of ${runs} runs, with everything in memory: they say what the statement costs, not what a disk does. \`npm run lab -- measure orders --plans\` also prints the plan of each statement, which is where the pages in the table come from; \`--orders 20000\` beside it fills fewer orders, within a minute, and leaves this section as it is.

How it stays fast:

* The list is in the order of \`orders_by_time\` (of \`orders_of_product\` with a product): a page reads its own rows and no others, and the next one begins behind the last row instead of counting from the start.
* Only conditions that are asked for are in the statement, and it is planned with their values.
* A search looks at the newest 5,200 orders of what the dates leave (2,080 of a product), and ends with the first page that it finds: words that are common now are there. Otherwise the word is rare among them, and the index \`orders_by_search\` gives all of its orders, to be sorted. So a search never goes through all orders, wherever those that it finds are.
* What an order is found by begins with a mark of its store, so that a search reads no other store's entries.
* Writing an order adds one row to each index, without a list of pending entries that a payment would have to work off.

Where it may take longer: a word of more than some 8,000 orders of which hardly one is among the newest 5,200. An index of words does not know when its orders were paid, so each of them is looked at: a page of 8 KiB an order, about 0.1 s for 40,000 of them. Dates beside the word make them fewer.
`
