/** One table of figures; the first column names the contender. */
export interface Table {
  title: string
  /** What is compared, and its settings. */
  settings: string
  columns: readonly string[]
  /** Empty if it could not be measured; `settings` says why. */
  rows: readonly (readonly [string, ...number[]])[]
  aims: readonly Aim[]
}

/** A figure with the limit it should keep. */
interface Aim {
  name: string
  value: number
  atLeast?: number
  atMost?: number
}

function holds({ value, atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY }: Aim): boolean {
  return value >= atLeast && value <= atMost
}

/** A table, as measured or as stored in JSON, without the figures that could not be measured; JSON has null for them. */
export function measured(table: Table): Table {
  const isNumber = (value: number | null) => value !== null && Number.isFinite(value)
  return {
    ...table,
    rows: table.rows
      .filter(([, ...values]) => values.some(isNumber))
      .map(([name, ...values]) => [name, ...values.map(value => (isNumber(value) ? value : Number.NaN))]),
    aims: table.aims.filter(({ value }) => isNumber(value)),
  }
}

/** A table as Markdown, for people. */
export function toMarkdown({ title, settings, columns, rows, aims }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    `## ${title}`,
    '',
    settings,
    '',
    ...(rows.length > 0 ? [line(['', ...columns]), line(['---', ...columns.map(() => '---:')])] : []),
    ...rows.map(([name, ...values]) => line([name, ...values.map(round)])),
    ...(rows.length > 0 ? [''] : []),
    ...aims.map(
      aim => `- ${holds(aim) ? 'holds' : '**misses**'}: ${aim.name} ${round(aim.value)} (aim ${border(aim)})`,
    ),
    ...(aims.length > 0 ? [''] : []),
  ].join('\n')
}

/** The aims of a table as Markdown, for documents. */
export function toAims({ aims }: Table): string {
  const rows = aims.map(
    aim => `| ${aim.name} | ${round(aim.value)} | ${border(aim)} | ${holds(aim) ? 'holds' : 'missed'} |`,
  )
  return ['| Figure | Result | Aim | |', '|---|---:|---:|---|', ...rows].join('\n')
}

function border({ atLeast, atMost }: Aim): string {
  return atLeast === undefined ? `at most ${atMost}` : `at least ${atLeast}`
}

function round(value: number): string {
  if (Number.isNaN(value)) return ''
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 1 ? 2 : 3
  return value.toFixed(digits)
}
