import { describe, expect, test } from 'vitest'
import { importProduct } from './import-changes.ts'
import { readFileLines } from './import-file.ts'
import { createImportReader } from './import-reader.ts'
import { readProducts } from './import-products.ts'
import type { FileProduct } from './product-imports.ts'

const AMOUNTS = { minimum: 50, maximum: 99_999_999, step: 1 }

const problemsIn = (text: string, currency = 'EUR') => {
  const { lines, problems: unread } = readFileLines(new TextEncoder().encode(text))
  const { problems, products } = readProducts(lines, { currency, amounts: AMOUNTS })
  const clashes = products.flatMap((product) => importProduct(product, undefined).problems)
  return [...unread, ...(problems.length > 0 ? problems : clashes)].map(
    ({ line, column, text: said }) => [line, column, said],
  )
}

const HEAD = 'slug,name,price,currency,size,color,stock,archived,image_url\n'
const DAYS = 'Write the days as a whole number from 0 to 365, such as 14.'

describe('Store application, import of products: a file that is no list of them', () => {
  test.each<[string, string, number, string | null, RegExp]>([
    ['nothing', '', 1, null, /no products/],
    ['a heading alone', HEAD, 1, null, /no products/],
    ['a quotation mark that is not closed', `${HEAD}a,"b\n`, 2, null, /mark .* is not closed/],
    ['one that opens in line 4', `${HEAD}a,"A\r\nB",1,"\nx\n`, 3, null, /mark .* is not closed/],
    ['text behind a quotation', `${HEAD}\r\na,"b"x,1\n`, 3, null, /Text follows .* twice/],
    ['a quotation mark inside of a cell', `${HEAD}a,5" b,1\n`, 2, null, /inside of a cell.* twice/],
    ['too many lines', HEAD + 'a,A,1,,,,,,\n'.repeat(5001), 5002, null, /5000 lines at most/],
    [
      'empty lines among too many',
      `${HEAD}\n\n${'a,A,1,,,,,,\n'.repeat(5001)}`,
      5004,
      null,
      /5000/,
    ],
    ['a line with too few cells', `${HEAD}a,A,1\n`, 2, null, /3 cells, the heading 9/],
    [
      'a column that there is not',
      'slug,name,price,weight\na,A,1,5\n',
      1,
      'weight',
      /no column “weight”/,
    ],
    ['a column twice', 'slug,name,price,name\na,A,1,B\n', 1, 'name', /twice/],
    ['far too many columns', `slug,name${',x'.repeat(60)}\na,A\n`, 1, null, /62 columns/],
    ['no prices', 'slug,name\na,A\n', 1, 'price', /missing/],
    ['a megabyte of empty lines', `${HEAD}${'\n'.repeat(1_000_000)}`, 1, null, /no products/],
    ['a megabyte of separators', `${HEAD}${','.repeat(1_000_000)}`, 1, null, /no products/],
    ['too many cells', `${HEAD}a${','.repeat(1_000_000)}`, 2, null, /1000001 cells/],
  ])(
    'a file that is no list of products is refused: it has %s',
    (_what, text, line, column, said) => {
      expect(problemsIn(text)).toEqual([[line, column, expect.stringMatching(said)]])
    },
  )

  test('a file that is not in UTF-8 is no list of products', () => {
    const { problems } = readFileLines(Buffer.from('slug,name,price\na,Caf\u00e9,1\n', 'latin1'))
    expect(problems).toEqual([{ line: 1, column: null, text: expect.stringContaining('UTF-8') }])
  })
})

describe('Store application, import of products: a line of the file', () => {
  test.each<[string, [number, string, string][]]>([
    [',A,1,,,,,,', [[2, 'slug', 'The slug must not be empty.']]],
    ['a,,1,,,,,,', [[2, 'name', 'This must not be empty.']]],
    ['a,A,,,,,,,', [[2, 'price', 'Enter a price.']]],
    [
      'a,A,"1.990",,,,,,',
      [[2, 'price', '“1.990” can be read in two ways: write 1990.00 or 1.99.']],
    ],
    [
      'a,A,0,,,,,,',
      [[2, 'price', 'The price must be 0.50 at least: the payment provider takes no less.']],
    ],
    ['a,A,1,USD,,,,,', [[2, 'currency', 'The prices of this store are in EUR.']]],
    [`a,A,1,,,,,,\n,,,,,,,,\n\n , ,,,,,,,\nb,,1,,,,,,`, [[6, 'name', 'This must not be empty.']]],
    ['a,A,1,eur,,,1.5,,', [[2, 'stock', 'Write the stock as a whole number, such as 25.']]],
    ['a,A,1,,,,,maybe,', [[2, 'archived', 'Write yes or no.']]],
    [
      'a,A,1,,,,,,http://x.example/a.png',
      [
        [
          2,
          'image_url',
          'This must be an absolute https: address (http: only for localhost) without user info.',
        ],
      ],
    ],
    [`a,A,1,,${'x'.repeat(201)},,,,`, [[2, 'size', 'This can have 200 characters at most.']]],
    ['a,A,1,,S,,1,,\na,B,1,,M,,1,,', [[3, 'name', 'Line 2 says something else of this product.']]],
    [
      'a,A,1,,S,,1,,\nb,B,1,,,,,,\na,,,,S,,1,,',
      [[4, 'size', 'Line 2 has the same size and color.']],
    ],
    ...['\n', '\r\n', '\r'].map((end): [string, [number, string, string][]] => [
      `a,"A${end}B",1,,,,,,\n${end}\r\nb,B,x,,,,,,`,
      [[6, 'price', 'Write the price as a number, such as 19.90.']],
    ]),
    [
      'a,A,1,,Caf\u00e9,,1,,\na,,,,Cafe\u0301,,1,,',
      [
        [
          3,
          'size',
          'This makes “Cafe\u0301”, which looks the same as “Caf\u00e9”: keep one of them.',
        ],
      ],
    ],
    [
      'a,A,1,,S\u200b,,1,,',
      [[2, 'size', 'This holds a line break or another control character, U+200B: take it out.']],
    ],
    [
      'a,A,1,,S,,1,,\na,,,,,"Dark\rred",1,,',
      [[3, 'color', 'This holds a line break or another control character, U+000D: take it out.']],
    ],
    ['a,A,1,,S,,1,,\na,"A ",1,,S ,,1,,', [[3, 'size', 'Line 2 has the same size and color.']]],
  ])('a wrong line is named by line, column and reason: %j', (lines, problems) => {
    expect(problemsIn(HEAD + lines)).toEqual(problems)
  })
})

test('the units per order are those of the contract', () => {
  for (const wrong of ['0', '101', '1.5'])
    expect(problemsIn(`slug,name,price,max_per_order\na,A,1,${wrong}`)).toEqual([
      [2, 'max_per_order', 'Write a whole number from 1 to 100.'],
    ])
})

test.each([
  ['366,', 'withdrawal_days', DAYS],
  ['-1,', 'withdrawal_days', DAYS],
  [`0,${'x'.repeat(201)}`, 'withdrawal_reason', 'This can have 200 characters at most.'],
  [
    '0,"Made\nto measure"',
    'withdrawal_reason',
    'This holds a line break or another control character, U+000A: take it out.',
  ],
])('days to withdraw, and the reason for none, are those of the contract: %j', (cells, ...said) => {
  const head = 'slug,name,price,withdrawal_days,withdrawal_reason\n'
  expect(problemsIn(`${head}a,A,1,${cells}`)).toEqual([[2, ...said]])
})

const SAFE = 'slug,name,price,manufacturer,responsiblePerson,identification,warnings'

describe('Store application, import of products: other languages and safety', () => {
  test.each<[string, number, string, RegExp]>([
    ['slug,name,price,name:de_DE\na,A,1,B', 1, 'name:de_de', /“name:de_de”.*name:pt-BR/],
    ['slug,name,price,title:de\na,A,1,B', 1, 'title:de', /no column/],
    ['slug,name,price,name:pt-br,Name:pt-BR\na,A,1,B,B', 1, 'name:pt-BR', /twice/],
    [`slug,name,price,name:de\na,A,1,${'x'.repeat(201)}`, 2, 'name:de', /200 characters at most/],
    ['slug,name,price,name:de\na,A,1,\u00ad', 2, 'name:de', /must not be empty/],
    ['slug,name,price,size,name:de\na,A,1,S,\na,,,M,"B\nC"', 3, 'name:de', /line break.*U\+000A/],
    [
      `slug,name,price,description:de\na,A,1,${'x'.repeat(5001)}`,
      2,
      'description:de',
      /5000 characters at most/,
    ],
    [
      'slug,name,price,size,name:de\na,A,1,S,\na,,,M,B\na,,,L,C',
      4,
      'name:de',
      /Line 3 says something else/,
    ],
    [`${SAFE}\na,A,1,${'x'.repeat(501)},,,`, 2, 'manufacturer', /500 characters at most/],
    [`${SAFE}\na,A,1,B,,${'x'.repeat(201)},`, 2, 'identification', /200 characters at most/],
    [`${SAFE}\na,A,1,,,,Hot`, 2, 'manufacturer', /Enter a manufacturer, or leave/],
  ])('a wrong text is named by line, column and reason: %j', (text, line, column, said) => {
    expect(problemsIn(text)).toEqual([[line, column, expect.stringMatching(said)]])
  })

  test('a product with 20 languages gets no other', () => {
    const { lines } = readFileLines(Buffer.from('slug,name,price,name:zu\na,A,1,B'))
    const [stated] = readProducts(lines, { currency: 'EUR', amounts: AMOUNTS }).products
    const tags = Array.from({ length: 20 }, (_, index) => `de-x-${index}`)
    const current: FileProduct = {
      slug: 'a',
      name: 'A',
      description: null,
      price: 100,
      archived: false,
      max_per_order: 100,
      image_url: null,
      withdrawal_days: 14,
      withdrawal_reason: null,
      translations: Object.fromEntries(tags.map((tag) => [tag, { name: 'B' }])),
      safety: null,
      variants: [{ size: null, colorName: null, stock: 0 }],
    }
    expect(stated && importProduct(stated, current).problems).toEqual([
      { line: 2, column: 'name:zu', text: 'A product can have 20 languages at most.' },
    ])
  })
})

describe('security §4: A product file', () => {
  const head = 'slug,name,price'
  const SENT = { money: { currency: 'EUR', amounts: AMOUNTS } }

  test('a product file is read beside everything else, whatever a megabyte is made of', async () => {
    const reader = createImportReader({ budgetMs: 60_000 })
    const filled = (text: string) =>
      Buffer.from(`${head}\n${text.repeat(Math.floor(1_000_000 / text.length))}`)
    await reader.read({ ...SENT, content: Buffer.from(head) })
    const before = { own: process.threadCpuUsage(), all: process.cpuUsage() }
    for (const text of ['\n', '\r\n', ',', ' \n', '"', '"",', '"\n', '""\n', ',\n', 'a,"\n",1\n'])
      expect(await reader.read({ ...SENT, content: filled(text) })).toMatchObject({
        problems: [{ text: expect.stringMatching(/\.$/) }],
      })
    const own = process.threadCpuUsage(before.own)
    const all = process.cpuUsage(before.all)
    // Parsed on the event loop it would be nearly all of it.
    expect(own.user + own.system).toBeLessThan((all.user + all.system) / 2)
    await reader.close()
  })

  test('a product file is given up when it takes too long', async () => {
    const reader = createImportReader({ budgetMs: 1 })
    const content = Buffer.from(`${head}\na,A,1`)
    expect(await reader.read({ ...SENT, content })).toMatchObject({
      problems: [{ text: expect.stringContaining('takes too long') }],
    })
    await reader.close()
  })
})

test('an import takes lines that end in any way, and cells without the spaces around them', () => {
  const text = [
    '\ufeff\n slug ,name,price,description,color\n',
    'a,A,1,"two\r\nlines", Red \r\n',
    'a,,,,"Blue "\r',
    'a,,,, "Green" \r\r\n',
    'a , "A",1 ,,\u00a0Sand',
  ].join('')
  const { lines } = readFileLines(new TextEncoder().encode(text))
  const { problems, products } = readProducts(lines, { currency: 'EUR', amounts: AMOUNTS })
  expect(problems).toEqual([])
  expect(products).toMatchObject([
    { slug: 'a', columns: { name: 'A', price: 100, description: 'two\r\nlines' } },
  ])
  expect(products[0]?.variants.map(({ colorName, line }) => [line, colorName])).toEqual([
    [3, 'Red'],
    [5, 'Blue'],
    [6, 'Green'],
    [8, 'Sand'],
  ])
})

test('an import reads the separators that spreadsheets of other countries use', () => {
  for (const separator of [';', '\t']) {
    const file = [
      ['Slug', 'NAME', 'price'],
      ['a', 'A', '19,90'],
    ]
      .map((cells) => cells.join(separator))
      .join('\r\n')
    const { lines } = readFileLines(new TextEncoder().encode(`\ufeff\r\n${file}\r\n`))
    const variants = [{ size: null, colorName: null, stock: null }]
    const products = [{ slug: 'a', columns: { name: 'A', price: 1990 }, variants }]
    expect(readProducts(lines, { currency: 'EUR', amounts: AMOUNTS })).toMatchObject({
      problems: [],
      products,
    })
  }
})
