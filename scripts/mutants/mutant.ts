/** One small error: a range of a file's text and its replacement. */
export interface Mutant {
  file: string
  kind: string
  start: number
  end: number
  to: string
}

export type Change = Omit<Mutant, 'file'>

export function applied(text: string, { start, end, to }: Change): string {
  return text.slice(0, start) + to + text.slice(end)
}

/** The lines that a mutant changes, before and after: its name, which stays the same when other lines move. */
export function linesOf(text: string, change: Change): { from: string; to: string; line: number } {
  const first = text.lastIndexOf('\n', change.start - 1) + 1
  const newline = text.indexOf('\n', change.end)
  const last = newline === -1 ? text.length : newline
  const { start, end } = { start: change.start - first, end: change.end - first }
  const from = text.slice(first, last)
  return {
    from: oneLine(from),
    to: oneLine(applied(from, { ...change, start, end })),
    line: lineAt(text, change.start),
  }
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
