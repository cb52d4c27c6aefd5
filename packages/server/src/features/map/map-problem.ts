/** A map that cannot be used; its message is shown to the operator. */
export class MapProblem extends Error {
  override readonly name = 'MapProblem'
}

export const refuse = (sentence: string) => new MapProblem(`${sentence}. Nothing was changed.`)
