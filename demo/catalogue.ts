/**
 * What the shop tells the platform about a product. `price` is in cents. A variant without size or
 * colour leaves it out.
 */
export type SeedProduct = {
  slug: string
  name: string
  price: number
  description: string
  variants: { size?: string; colorName?: string; stock: number }[]
}

export const STORE = {
  name: 'Small Weather',
  plan: 'pro',
  currency: 'EUR',
  deliveryOptions: [
    { id: 'standard', name: 'Standard, 3 to 5 days', fee: 490 },
    { id: 'express', name: 'Express, next working day', fee: 1250 },
    { id: 'workshop', name: 'Collect from the workshop', fee: 0 },
  ],
}

/** `stocks` has one row per size and one column per colour. */
const grid = (sizes: string[], colors: string[], stocks: number[][]) =>
  sizes.flatMap((size, row) =>
    colors.map((colorName, column) => ({ size, colorName, stock: stocks[row]?.[column] ?? 0 })),
  )

export const PRODUCTS: SeedProduct[] = [
  {
    slug: 'harbour-jumper',
    name: 'Harbour jumper',
    price: 12_800,
    description:
      'Knitted tight enough to stop the wind between the ferry and the front door. One band of waves, no two alike.',
    variants: grid(
      ['S', 'M', 'L', 'XL'],
      ['Rust', 'Fog', 'Night sea'],
      [
        [14, 9, 0],
        [22, 2, 12],
        [18, 11, 3],
        [0, 6, 0],
      ],
    ),
  },
  {
    slug: 'drizzle-jacket',
    name: 'Drizzle jacket',
    price: 18_900,
    description:
      'Waxed cotton, deep pockets, and a hood that turns when you do. Made for the rain that cannot decide.',
    variants: grid(
      ['S', 'M', 'L'],
      ['Mustard', 'Pine'],
      [
        [8, 5],
        [16, 0],
        [12, 7],
      ],
    ),
  },
  {
    slug: 'umbrella-for-two',
    name: 'Umbrella for two',
    price: 6400,
    description:
      'Eight ribs of ash, wide enough for an argument or a reconciliation. Turns inside out and back again.',
    variants: [
      { colorName: 'Rust', stock: 31 },
      { colorName: 'Night sea', stock: 24 },
    ],
  },
  {
    slug: 'long-walk-socks',
    name: 'Long-walk socks',
    price: 1850,
    description: 'Thick where the boot rubs, thin where it does not. Better on the second day.',
    variants: [
      { size: '36–39', stock: 60 },
      { size: '40–43', stock: 85 },
      { size: '44–47', stock: 0 },
    ],
  },
  {
    slug: 'lookout-mug',
    name: 'Lookout mug',
    price: 2600,
    description:
      'Enamelled steel that has been dropped on every rock we know. Holds a long coffee and a short silence.',
    variants: [{ stock: 120 }],
  },
  {
    slug: 'shore-blanket',
    name: 'Shore blanket',
    price: 14_500,
    description:
      'Recycled wool, heavy as a sleeping dog. Sand shakes out of it; campfire smoke, thankfully, does not.',
    variants: [{ stock: 2 }],
  },
  {
    slug: 'day-flask',
    name: 'Day flask',
    price: 3890,
    description:
      'Hot at six in the morning, still hot at the top. The lid is a cup, and the cup is a good one.',
    variants: [
      { colorName: 'Kelp', stock: 40 },
      { colorName: 'Chalk', stock: 3 },
      { colorName: 'Rust', stock: 27 },
    ],
  },
  {
    slug: 'window-candle',
    name: 'Window candle',
    price: 2250,
    description: 'Beeswax, forty hours. For whoever is still out there. The bees are making more.',
    variants: [{ stock: 0 }],
  },
]
