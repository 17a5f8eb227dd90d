const of = (name) => ({
  input: `documents/${name}.json`,
  output: {
    target: `generated/orval/${name}.ts`,
    client: 'fetch',
    mode: 'single',
    baseUrl: { getBaseUrlFromSpecification: true },
  },
})
export default { merchant: of('merchant'), page: of('page'), test: of('test') }
