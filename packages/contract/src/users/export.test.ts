import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Export } from './export.ts'
import { Imported } from './imports.ts'

const asJson = (schema: z.ZodMiniType, io: 'input' | 'output') =>
  `${JSON.stringify(z.toJSONSchema(schema, { target: 'draft-2020-12', io, unrepresentable: 'any' }), null, 2)}\n`

test('the documented schema of an export is the contract’s', async () => {
  await expect(asJson(Export, 'output')).toMatchFileSnapshot('../../../../docs/export.schema.json')
})

test('an export contains everything that an import reads', () => {
  const inFile = new Set(namesIn(JSON.parse(asJson(Export, 'output'))))
  expect(namesIn(JSON.parse(asJson(Imported, 'input'))).filter(name => !inFile.has(name))).toEqual([])
})

/** The names of all fields in a schema. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'properties' in schema ? Object.keys(schema.properties ?? {}) : []
  return [...own, ...Object.values(schema).flatMap(namesIn)]
}
