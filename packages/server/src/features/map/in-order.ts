import { Message } from '../../platform/protobuf.ts'

interface Feature {
  id: number | undefined
  kind: number
  /** Keys and values in turn, each as the bytes of the tile. */
  tags: string[]
  geometry: Buffer
  /** Two features with the same one are the same. */
  sign: string
}

/**
 * A vector tile with the same content in an order of its own: tilemaker draws with several threads, and each time
 * writes the features of a layer in another order. The painter decides what is drawn over what.
 */
export function inOrder(tile: Buffer): Buffer {
  const layers: Buffer[] = []
  const message = new Message(tile)
  while (message.next()) layers.push(field(3, layerInOrder(message.bytes())))
  return Buffer.concat(layers)
}

function layerInOrder(layer: Buffer): Buffer {
  const [keys, values, features, rest]: Buffer[][] = [[], [], [], []]
  const message = new Message(layer)
  while (message.next()) {
    if (message.field === 2) features?.push(message.bytes())
    else if (message.field === 3) keys?.push(message.bytes())
    else if (message.field === 4) values?.push(message.bytes())
    else if (message.field === 1) rest?.push(field(1, message.bytes()))
    else if (message.field === 5 || message.field === 15) rest?.push(number(message.field, message.varint()))
    else message.skip()
  }
  const texts = { keys: (keys ?? []).map(textOf), values: (values ?? []).map(textOf) }
  const sorted = (features ?? []).map(feature => featureOf(feature, texts)).sort(bySign)
  const used = { keys: new Map<string, number>(), values: new Map<string, number>() }
  const written = sorted.map(feature => field(2, bytesOf(feature, used)))
  const listed = (all: ReadonlyMap<string, number>, at: number) =>
    [...all.keys()].map(text => field(at, Buffer.from(text, 'latin1')))
  return Buffer.concat([...(rest ?? []), ...written, ...listed(used.keys, 3), ...listed(used.values, 4)])
}

const bySign = (one: Feature, other: Feature) => (one.sign < other.sign ? -1 : one.sign > other.sign ? 1 : 0)
const textOf = (bytes: Buffer) => bytes.toString('latin1')

function featureOf(feature: Buffer, { keys, values }: { keys: string[]; values: string[] }): Feature {
  let [id, kind, geometry]: [number | undefined, number, Buffer] = [undefined, 0, Buffer.alloc(0)]
  let numbers: number[] = []
  const message = new Message(feature)
  while (message.next()) {
    if (message.field === 1) id = message.varint()
    else if (message.field === 2) numbers = message.varints()
    else if (message.field === 3) kind = message.varint()
    else if (message.field === 4) geometry = message.bytes()
    else message.skip()
  }
  const pairs: [key: string, value: string][] = []
  for (let at = 0; at + 1 < numbers.length; at += 2)
    pairs.push([keys[numbers[at] ?? -1] ?? '', values[numbers[at + 1] ?? -1] ?? ''])
  const tags = pairs.sort(([one], [other]) => (one < other ? -1 : 1)).flat()
  return { id, kind, tags, geometry, sign: [kind, ...tags, textOf(geometry), id ?? ''].join('\0') }
}

function bytesOf({ id, kind, tags, geometry }: Feature, used: Record<'keys' | 'values', Map<string, number>>): Buffer {
  const indexes = tags.map((text, at) => {
    const known = at % 2 === 0 ? used.keys : used.values
    const index = known.get(text) ?? known.size
    known.set(text, index)
    return varint(index)
  })
  return Buffer.concat([
    ...(id === undefined ? [] : [number(1, id)]),
    ...(indexes.length > 0 ? [field(2, Buffer.concat(indexes))] : []),
    number(3, kind),
    field(4, geometry),
  ])
}

const field = (at: number, content: Buffer) => Buffer.concat([varint(at * 8 + 2), varint(content.length), content])
const number = (at: number, value: number) => Buffer.concat([varint(at * 8), varint(value)])

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return Buffer.from([...bytes, rest])
}
