import type { FactKey } from './facts.ts'

// A file of its own, since home needs it and none of the schemas of facts.

/** The facts that a father can be asked about: one tap answers them. The more it matters, the earlier. */
export const askedKeys = [
  'fence',
  'openWater',
  'shade',
  'wheelchair',
  'drinkingWater',
  'surface',
  'dogs',
  'lit',
  'bicycleParking',
  'coffee',
  'fee',
  'indoor',
] as const satisfies readonly FactKey[]
