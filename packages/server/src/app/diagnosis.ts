/** How one thing is: in order, worth a look, broken, or not in use. */
export interface Finding {
  name: string
  state: 'ok' | 'look' | 'broken' | 'off'
  /** One sentence for the operator; never a secret, nor anything of a member. */
  text: string
}

type Said = Omit<Finding, 'name'>
export const ok = (text: string): Said => ({ state: 'ok', text })
export const look = (text: string): Said => ({ state: 'look', text })
export const broken = (text: string): Said => ({ state: 'broken', text })
export const off = (text: string): Said => ({ state: 'off', text })

/** The checks in their order; one that fails says so, and the others still run. */
export async function diagnose(checks: Readonly<Record<string, () => Said | Promise<Said>>>): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [name, check] of Object.entries(checks)) {
    const said = await Promise.resolve()
      .then(check)
      .catch((error: unknown) => broken(error instanceof Error ? error.message : String(error)))
    findings.push({ name, ...said })
  }
  return findings
}

const marks = { ok: '✓', look: '!', broken: '✗', off: '–' } as const

export function asLines(findings: readonly Finding[]): string {
  return findings.map(({ name, state, text }) => `${marks[state]} ${name}: ${text}`).join('\n')
}
