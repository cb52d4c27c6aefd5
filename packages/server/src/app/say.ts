/** Prints a line for the operator. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
