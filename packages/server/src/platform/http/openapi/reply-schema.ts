import * as z from 'zod/mini'

type Json = Record<string, unknown>

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A schema of the contract as JSON Schema: for the documentation, and to know which fields a reply has. */
export function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output' = 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { target: 'draft-7', io, unrepresentable: 'any' }) as Json
  return json
}

type Pick = (value: unknown) => unknown

const asItIs: Pick = value => value

/** Picks the fields that the schema names; returns the value itself, without a copy, when it has no others. */
function picker(schema: unknown): Pick {
  if (!isObject(schema)) return asItIs
  const { anyOf, oneOf, allOf, $ref, properties, additionalProperties, items } = schema
  // Beside null or words, one member says which fields a value has.
  const choices = (Array.isArray(anyOf) ? anyOf : []).filter(
    choice => !isObject(choice) || (choice.type !== 'null' && choice.type !== 'string'),
  )
  if (Array.isArray(anyOf) && choices.length <= 1) return picker(choices[0])
  if (Array.isArray(oneOf)) return pickerByKind(oneOf)
  // Other unions do not say which fields a value has.
  if (anyOf || allOf || $ref) throw new Error(`a reply cannot be written: ${JSON.stringify(schema)}`)

  if (items) {
    const pickItem = picker(items)
    if (pickItem === asItIs) return asItIs
    return value =>
      !Array.isArray(value) || value.every(item => pickItem(item) === item) ? value : value.map(item => pickItem(item))
  }
  if (isObject(properties)) {
    const fields = new Map(Object.entries(properties).map(([name, field]) => [name, picker(field)]))
    const deep = [...fields].filter(([, pick]) => pick !== asItIs)
    const isPicked = (value: Json) => {
      for (const name in value) if (!fields.has(name)) return false
      return deep.every(([name, pick]) => pick(value[name]) === value[name])
    }
    return value => {
      if (!isObject(value) || isPicked(value)) return value
      const picked: Json = {}
      for (const [name, pick] of fields) picked[name] = pick(value[name])
      return picked
    }
  }
  if (isObject(additionalProperties) && Object.keys(additionalProperties).length > 0) {
    const pickField = picker(additionalProperties)
    return value =>
      isObject(value)
        ? Object.fromEntries(Object.entries(value).map(([name, field]) => [name, pickField(field)]))
        : value
  }
  return asItIs
}

/** Picks the fields of a union's member, which its `kind` names. */
function pickerByKind(choices: readonly unknown[]): Pick {
  const picks = new Map<unknown, Pick>(
    choices.map(choice => {
      const kind = isObject(choice) && isObject(choice.properties) && choice.properties.kind
      if (!isObject(kind) || kind.const === undefined)
        throw new Error(`a reply cannot be written: ${JSON.stringify(choice)}`)
      return [kind.const, picker(choice)] as const
    }),
  )
  return value => {
    const pick = isObject(value) ? picks.get(value.kind) : undefined
    if (!pick) throw new Error('a reply is of no kind that the contract names')
    return pick(value)
  }
}

/** Reading all schemas at start would take a third of a second, mostly for replies that are not requested soon. */
const pickers = new WeakMap<z.ZodMiniType, Pick>()

/**
 * Writes replies of one schema as JSON, without any field that the schema does not name. One `JSON.stringify` costs half
 * as much as the framework's own serializer, which concatenates strings.
 */
export function replyWriter(schema: z.ZodMiniType): (reply: unknown) => string {
  return reply => {
    const pick = pickers.get(schema) ?? picker(jsonSchema(schema))
    pickers.set(schema, pick)
    return JSON.stringify(pick(reply))
  }
}
