/**
 * Serializes a value as JSON in chunks. An async iterable becomes an array with one item per line; only one item is in
 * memory at a time.
 */
export async function* jsonParts(value: unknown): AsyncGenerator<string> {
  if (isIterated(value)) {
    yield '['
    let between = '\n'
    for await (const item of value) {
      yield between
      yield* jsonParts(item)
      between = ',\n'
    }
    yield ']'
  } else if (typeof value === 'object' && value !== null && Object.values(value).some(isIterated)) {
    yield '{'
    let between = '\n'
    for (const [name, field] of Object.entries(value)) {
      yield `${between}${JSON.stringify(name)}: `
      yield* jsonParts(field)
      between = ',\n'
    }
    yield '}'
  } else {
    yield JSON.stringify(value)
  }
}

function isIterated(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}
