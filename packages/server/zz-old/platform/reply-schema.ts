import * as z from 'zod/mini'

type Json = Record<string, unknown>

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The serializer reads `type: [x, "null"]` faster than the `anyOf` that zod writes for a nullable. */
function flattenNullable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(flattenNullable)
  if (!isObject(schema)) return schema
  const { anyOf, ...rest } = schema
  if (
    Array.isArray(anyOf) &&
    anyOf.length === 2 &&
    isObject(anyOf[0]) &&
    isObject(anyOf[1]) &&
    anyOf[1].type === 'null'
  ) {
    const [value] = anyOf
    if (typeof value.type === 'string') return flattenNullable({ ...rest, ...value, type: [value.type, 'null'] })
  }
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, flattenNullable(value)]))
}

/** A reply schema as JSON Schema: for the serializer, which drops every field it does not name, and for the documentation. */
export function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output' = 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { target: 'draft-7', io, unrepresentable: 'any' }) as Json
  return json
}

export function serializerSchema(schema: z.ZodMiniType): Json {
  // An object in, an object out: flattening keeps the top level.
  return flattenNullable(jsonSchema(schema)) as Json
}
