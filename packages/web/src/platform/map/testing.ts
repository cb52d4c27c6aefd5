/** Writes vector tiles for tests. */
type Value = string | number | boolean

const zigzag = (value: number) => (value < 0 ? -value * 2 - 1 : value * 2)

/** The commands of a line, from x and y of each point; a single point makes a point. */
export function line(...points: number[]): number[] {
  const commands = [(1 << 3) | 1]
  let [x, y] = [0, 0]
  for (let at = 0; at < points.length; at += 2) {
    const [nextX = 0, nextY = 0] = [points[at], points[at + 1]]
    if (at === 2) commands.push(((points.length / 2 - 1) << 3) | 2)
    commands.push(zigzag(nextX - x), zigzag(nextY - y))
    ;[x, y] = [nextX, nextY]
  }
  return commands
}

export const ring = (...points: number[]): number[] => [...line(...points), (1 << 3) | 7]

export interface TestFeature {
  kind: number
  properties: Record<string, Value>
  commands: number[]
}

export const feature = (
  kind: 'point' | 'line' | 'area',
  properties: Record<string, Value>,
  commands: number[],
): TestFeature => ({ kind: { point: 1, line: 2, area: 3 }[kind], properties, commands })

export function layer(name: string, features: TestFeature[], extent = 4096): number[] {
  const keys: string[] = []
  const values: Value[] = []
  const parts = features.map(({ kind, properties, commands }) => {
    const tags = Object.entries(properties).flatMap(([key, value]) => [indexIn(keys, key), indexIn(values, value)])
    return field(2, [...field(2, packed(tags)), 0x18, kind, ...field(4, packed(commands))])
  })
  return field(3, [
    ...field(1, text(name)),
    ...parts.flat(),
    ...keys.flatMap(key => field(3, text(key))),
    ...values.flatMap(value => field(4, valueBytes(value))),
    0x28,
    ...varint(extent),
    0x78,
    2,
  ])
}

export const tile = (...layers: number[][]): Uint8Array => Uint8Array.from(layers.flat())

function indexIn<T>(list: T[], item: T): number {
  const at = list.indexOf(item)
  return at < 0 ? list.push(item) - 1 : at
}

function valueBytes(value: Value): number[] {
  if (typeof value === 'string') return field(1, text(value))
  return typeof value === 'boolean' ? [0x38, Number(value)] : [0x28, ...varint(value)]
}

const text = (value: string): number[] => [...new TextEncoder().encode(value)]
const packed = (values: number[]): number[] => values.flatMap(varint)
const field = (number: number, content: number[]): number[] => [
  ...varint((number << 3) | 2),
  ...varint(content.length),
  ...content,
]

function varint(value: number): number[] {
  const bytes: number[] = []
  for (let rest = value >>> 0; ; rest >>>= 7) {
    bytes.push(rest > 127 ? (rest & 127) | 128 : rest)
    if (rest <= 127) return bytes
  }
}
