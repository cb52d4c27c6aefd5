import { redact } from '../platform/files/redact.ts'

/** Prints a line for the operator. */
export function print(line: string): void {
  process.stdout.write(`${redact(line)}\n`)
}
