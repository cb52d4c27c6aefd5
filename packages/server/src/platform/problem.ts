import type { IssueCode, ProblemCode } from '@papadag/contract/problems'

/** One wrong field of a request. */
export interface Issue {
  path: string
  code: IssueCode
}

export interface ProblemDetail {
  issues?: readonly Issue[]
  /** Seconds after which another try makes sense. */
  retryAfterS?: number
  /** The words for each `{name}` in the sentence; dates are written in the caller's language. */
  words?: Readonly<Record<string, string | Date>>
  /** Fields beside the usual ones, where the contract asks for them. */
  also?: Readonly<Record<string, string>>
}

/** An expected refusal: answered with its code's status and a sentence in the caller's language, not logged as an error. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly detail: ProblemDetail

  constructor(code: ProblemCode, detail: ProblemDetail = {}) {
    super(code)
    this.code = code
    this.detail = detail
  }
}
