import type { IssueCode } from '@papadag/contract/problems'

/** Two fields side by side if there is room. */
export const pair = 'grid grid-cols-1 items-start gap-3.5 min-[480px]:grid-cols-2 min-[480px]:gap-3'

export const filled = (code: IssueCode) => (value: string) => value.trim() !== '' || code

export const atMost =
  (max: number, code: IssueCode = 'text.tooLong') =>
  (value: string) =>
    [...value].length <= max || code
