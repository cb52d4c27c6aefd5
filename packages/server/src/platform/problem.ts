import type { IssueCode, ProblemCode } from '@papadag/contract/problems'

/** One invalid field of a request. */
export interface Issue {
  path: string
  code: IssueCode
}

export interface ProblemDetail {
  issues?: readonly Issue[]
  /** Seconds until another attempt makes sense. */
  retryAfterS?: number
  /** Values for each `{name}` in the sentence; dates are formatted for the caller's language. */
  words?: Readonly<Record<string, string | Date>>
  /** Additional fields that the contract defines. */
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
