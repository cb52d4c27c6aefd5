/** Prints these lines alone, without the page around them. */
export function printText(title: string, lines: readonly string[]) {
  const sheet = document.createElement('div')
  const heading = document.createElement('h1')
  heading.textContent = title
  const text = document.createElement('pre')
  text.textContent = lines.join('\n')
  sheet.append(heading, text)
  // In the dark theme as well: paper is white.
  sheet.style.background = 'white'
  for (const { style } of [heading, text]) style.color = 'black'
  const others = [...document.body.children].filter(one => one instanceof HTMLElement)
  const before = others.map(({ style }) => style.display)
  for (const { style } of others) style.display = 'none'
  document.body.append(sheet)
  print()
  sheet.remove()
  for (const [at, { style }] of others.entries()) style.display = before[at] ?? ''
}
