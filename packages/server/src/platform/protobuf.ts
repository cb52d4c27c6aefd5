/** Reads one protobuf message, field by field. A message that ends too early throws a RangeError. */
export class Message {
  readonly #buffer: Buffer
  #at: number
  readonly #end: number
  /** The current field's number and wire type. */
  field = 0
  #packing = 0

  constructor(buffer: Buffer) {
    this.#buffer = buffer
    this.#at = 0
    this.#end = buffer.length
  }

  /** Moves to the next field, whose value must be read or skipped before the following call. */
  next(): boolean {
    if (this.#at >= this.#end) return false
    const key = this.varint()
    this.field = key >>> 3
    this.#packing = key & 7
    return true
  }

  varint(): number {
    let result = 0
    let scale = 1
    for (;;) {
      if (this.#at >= this.#end || scale > 2 ** 63) throw new RangeError('a number without an end')
      const byte = this.#buffer[this.#at++] as number
      result += (byte & 127) * scale
      if (byte < 128) return result
      scale *= 128
    }
  }

  /** A signed number in zigzag encoding. */
  signed(): number {
    return unzigzag(this.varint())
  }

  /** A signed number in plain encoding, in which negative ones take all 64 bits. */
  int64(): number {
    const start = this.#at
    const value = this.varint()
    if (value < 2 ** 53) return value
    // A number cannot hold all these digits.
    let whole = 0n
    for (let at = this.#at - 1; at >= start; at -= 1) whole = (whole << 7n) | BigInt((this.#buffer[at] as number) & 127)
    return Number(BigInt.asIntN(64, whole))
  }

  bytes(): Buffer {
    const length = this.varint()
    const start = this.#at
    if (start + length > this.#end) throw new RangeError('a field without an end')
    this.#at = start + length
    return this.#buffer.subarray(start, this.#at)
  }

  text(): string {
    return this.bytes().toString('utf8')
  }

  /** All numbers of a packed field. */
  varints(): number[] {
    return allVarints(this.bytes())
  }

  /** All numbers of a packed field in zigzag. */
  signeds(): number[] {
    return allSigneds(this.bytes())
  }

  get isOver(): boolean {
    return this.#at >= this.#end
  }

  skip() {
    if (this.#packing === 0) this.varint()
    else if (this.#packing === 1) this.#at += 8
    else if (this.#packing === 2) this.bytes()
    else if (this.#packing === 5) this.#at += 4
    else throw new RangeError('an unknown packing')
  }
}

function unzigzag(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2
}

function allVarints(packed: Buffer): number[] {
  const message = new Message(packed)
  const values: number[] = []
  while (!message.isOver) values.push(message.varint())
  return values
}

/** All numbers of a packed field in zigzag. */
export function allSigneds(packed: Buffer): number[] {
  const values = allVarints(packed)
  for (const [index, value] of values.entries()) values[index] = unzigzag(value)
  return values
}
