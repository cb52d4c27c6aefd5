/** More than any form or frame needs: each value can cause an issue, and each level a step of the parser. */
const maxValues = 2000

const quote = 34
const backslash = 92
/** Every value follows `,`, `[`, `{` or the `:` after its name. */
const starts: ReadonlySet<number> = new Set([44, 91, 123])

/** Whether a JSON text has few enough values and levels to be parsed and checked cheaply. */
export function isBoundedJson(text: string): boolean {
  // Each value takes at least one character.
  if (text.length <= maxValues) return true
  let values = 0
  let isInText = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === quote) isInText = !isInText
    else if (isInText && sign === backslash) at += 1
    else if (!isInText && starts.has(sign)) values += 1
    if (values > maxValues) return false
  }
  return true
}
